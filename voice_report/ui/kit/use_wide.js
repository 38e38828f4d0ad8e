import { useSyncExternalStore } from "react";

const wide = () => window.matchMedia("(min-width: 960px)");
const listen = (changed) => {
  const media = wide();
  media.addEventListener("change", changed);
  return () => media.removeEventListener("change", changed);
};

/** Whether the page is as wide as a desktop. */
export const useWide = () => useSyncExternalStore(listen, () => wide().matches, () => false);
