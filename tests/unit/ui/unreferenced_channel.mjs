/** A page's channel lives as long as the page; that of a test must not keep Node from ending. Import this first. */
export const Channel = globalThis.BroadcastChannel;

globalThis.BroadcastChannel = class extends Channel {
  constructor(name) {
    super(name);
    this.unref();
  }
};
