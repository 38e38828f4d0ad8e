const ARCHIVE = "archief";

/** On phones the archive section is below the report: this button scrolls to it. */
export function ToArchive({ className, children, label }) {
  const go = () => {
    const place = document.getElementById(ARCHIVE);
    place?.scrollIntoView({ block: "start" });
    place?.querySelector("input, a")?.focus({ preventScroll: true });
    place?.querySelector("input")?.click(); // opens the list
  };
  return (
    <button type="button" className={className} aria-label={label} onClick={go}>
      {children}
    </button>
  );
}
