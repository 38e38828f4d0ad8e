/* Prints the sheet around it alone: the print style leaves out what has not been marked as printed. */
export function PrintButton({ within, className, label, children }) {
  const print = ({ currentTarget }) => {
    const sheet = currentTarget.closest(within);
    sheet.dataset.printed = "";
    window.addEventListener("afterprint", () => delete sheet.dataset.printed, { once: true });
    window.print();
  };
  return (
    <button type="button" className={className} aria-label={label} onClick={print}>
      {children}
    </button>
  );
}
