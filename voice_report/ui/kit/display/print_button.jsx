/* Prints the sheet around it alone, when it is `within` one: the print style leaves out what has not been marked as printed.
 * Otherwise it prints the page, with what is folded. */
export function PrintButton({ within, className, label, children }) {
  const print = ({ currentTarget }) => {
    if (within) {
      const sheet = currentTarget.closest(within);
      sheet.dataset.printed = "";
      window.addEventListener("afterprint", () => delete sheet.dataset.printed, { once: true });
    } else {
      for (const folded of document.querySelectorAll("main details")) folded.open = true;
    }
    window.print();
  };
  return (
    <button type="button" className={className} aria-label={label} onClick={print}>
      {children}
    </button>
  );
}
