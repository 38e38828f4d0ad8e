/* Every icon of the product, drawn on 24 by 24 with round strokes. Decoration: the adjacent text has the meaning. */
const SHAPES = {
  alert: '<path d="M12 3.5L2.5 20h19zM12 10v4.5M12 17.3v.2"/>',
  archive:
    '<rect x="3" y="4" width="18" height="5" rx="1.5"/><path d="M5 9v9a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V9M10 13h4"/>',
  back: '<path d="M19 12H5M11 6l-6 6 6 6"/>',
  calendar:
    '<rect x="3.5" y="5" width="17" height="15.5" rx="2.5"/><path d="M3.5 10h17M8 3v4M16 3v4"/>',
  clock: '<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5.2l3.3 2"/>',
  check: '<path d="M4.5 12.5l5 5 10-11"/>',
  copy: '<rect x="8.5" y="8.5" width="12" height="12" rx="2.5"/><path d="M15.5 8.5V6A2.5 2.5 0 0 0 13 3.5H6A2.5 2.5 0 0 0 3.5 6v7A2.5 2.5 0 0 0 6 15.5h2.5"/>',
  dots: '<path d="M5.5 12h.01M12 12h.01M18.5 12h.01" stroke-width="3"/>',
  down: '<path d="M6 9.5l6 6 6-6"/>',
  download: '<path d="M12 3.5v12M7 11l5 5 5-5M4.5 20.5h15"/>',
  eye: '<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z"/><circle cx="12" cy="12" r="2.8"/>',
  logout:
    '<path d="M14 4H6.5A1.5 1.5 0 0 0 5 5.5v13A1.5 1.5 0 0 0 6.5 20H14M10 12h10.5M17 8.5l3.5 3.5-3.5 3.5"/>',
  key: '<circle cx="8" cy="15.5" r="4.5"/><path d="M11.4 12.1L20 3.5M16.5 7l3 3M13.8 9.7l2 2"/>',
  keyboard: '<rect x="2.5" y="6" width="19" height="12.5" rx="2.5"/><path d="M6.5 10h.01M10 10h.01M14 10h.01M17.5 10h.01M8 14.5h8"/>',
  laptop: '<rect x="4.5" y="5" width="15" height="10.5" rx="2"/><path d="M2 19h20"/>',
  lower: '<path d="M12 5v14M6 13l6 6 6-6"/>',
  mail: '<rect x="3" y="5" width="18" height="14" rx="2.5"/><path d="M4 7.5l8 6 8-6"/>',
  menu: '<path d="M4 7h16M4 12h16M4 17h10"/>',
  mic: '<rect x="9" y="2.5" width="6" height="11.5" rx="3"/><path d="M5 11a7 7 0 0 0 14 0M12 18v3.5"/>',
  moon: '<path d="M20 14.2A8.3 8.3 0 1 1 9.8 4a6.6 6.6 0 0 0 10.2 10.2z"/>',
  next: '<path d="M5 12h14M13 6l6 6-6 6"/>',
  offline:
    '<path d="M3 3l18 18M8.5 15.5a5 5 0 0 1 6.2-.6M5 12a10 10 0 0 1 4.5-2.6M14.5 9.5A10 10 0 0 1 19 12M2 8.5a15 15 0 0 1 4-2.6M10.5 4.6A15 15 0 0 1 22 8.5M12 19v.1"/>',
  office:
    '<path d="M4 20.5V6a1.5 1.5 0 0 1 1.5-1.5h7A1.5 1.5 0 0 1 14 6v14.5M14 10.5h4.5A1.5 1.5 0 0 1 20 12v8.5M2.5 20.5h19M8 9h2M8 13h2M8 17h2"/>',
  pause: '<path d="M9 5.5v13M15 5.5v13"/>',
  pencil:
    '<path d="M4 20l1-4.5L16.2 4.3a2 2 0 0 1 2.8 0l.7.7a2 2 0 0 1 0 2.8L8.5 19 4 20zM14.5 6l3.5 3.5"/>',
  person: '<circle cx="12" cy="8" r="4"/><path d="M4.5 20.5a7.5 7.5 0 0 1 15 0"/>',
  phone: '<rect x="7" y="2.5" width="10" height="19" rx="2.5"/><path d="M11 18.5h2"/>',
  play: '<path d="M8 5.5v13l10.5-6.5z"/>',
  plus: '<path d="M12 5v14M5 12h14"/>',
  print: '<path d="M7 8.5V3.5h10v5M7 17H5a2 2 0 0 1-2-2v-4.5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2V15a2 2 0 0 1-2 2h-2M7 14h10v6.5H7z"/>',
  question: '<circle cx="12" cy="12" r="9"/><path d="M9.3 9.4a2.8 2.8 0 1 1 3.9 2.6c-.9.4-1.2.9-1.2 1.8M12 17v.1"/>',
  redo: '<path d="M15.5 5L20 9.5 15.5 14M20 9.5H10a6 6 0 0 0 0 12h3"/>',
  retry: '<path d="M4 12a8 8 0 1 0 2.6-5.9L4 8.5M4 3.5v5h5"/>',
  right: '<path d="M9.5 6l6 6-6 6"/>',
  search: '<circle cx="11" cy="11" r="6.5"/><path d="M16 16l4.5 4.5"/>',
  send: '<path d="M20.5 3.5L10 14M20.5 3.5l-6.5 17-4-6.5-6.5-4z"/>',
  server: '<rect x="3.5" y="4" width="17" height="7" rx="2"/><rect x="3.5" y="13" width="17" height="7" rx="2"/><path d="M7.5 7.5h.01M7.5 16.5h.01" stroke-width="2.75"/>',
  settings:
    '<path d="M4 7h9M18 7h2M4 17h2M11 17h9"/><circle cx="15.5" cy="7" r="2.5"/><circle cx="8.5" cy="17" r="2.5"/>',
  shield: '<path d="M12 3l7.5 2.8v5.7c0 4.6-3.1 8-7.5 9.5-4.4-1.5-7.5-4.9-7.5-9.5V5.8zM8.7 12l2.4 2.4 4.3-4.7"/>',
  sound: '<path d="M4 10v4M8.5 6.5v11M13 9v6M17.5 4.5v15M21.5 10.5v3"/>',
  stop: '<rect x="6" y="6" width="12" height="12" rx="2.5" fill="currentColor" stroke="none"/>',
  sun: '<circle cx="12" cy="12" r="4"/><path d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4"/>',
  table: '<rect x="3.5" y="4.5" width="17" height="15" rx="2"/><path d="M3.5 9.5h17M3.5 14.5h17M10 4.5v15"/>',
  ticket:
    '<path d="M3 8.5V7a1.5 1.5 0 0 1 1.5-1.5h15A1.5 1.5 0 0 1 21 7v1.5a3.5 3.5 0 0 0 0 7V17a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17v-1.5a3.5 3.5 0 0 0 0-7zM14 9v1M14 14v1"/>',
  trash:
    '<path d="M4 6.5h16M9 6.5V4.5a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v2M6 6.5l.8 12a2 2 0 0 0 2 2h6.4a2 2 0 0 0 2-2l.8-12M10 11v5M14 11v5"/>',
  undo: '<path d="M8.5 5L4 9.5 8.5 14M4 9.5h10a6 6 0 0 1 0 12h-3"/>',
  up: '<path d="M12 19V5M6 11l6-6 6 6"/>',
  upload: '<path d="M12 16V4M7 8.5l5-5 5 5M4.5 20.5h15"/>',
  x: '<path d="M6 6l12 12M18 6L6 18"/>',
};

export function Icon({ name, large }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={large ? "icon icon-lg" : "icon"}
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: SHAPES[name] }}
    />
  );
}
