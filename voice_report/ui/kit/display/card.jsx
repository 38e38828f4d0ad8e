/* A card with a heading, what stands next to the heading, and a sentence of explanation. */
export function Card({ id, title, text, beside, className = "card pad", children }) {
  return (
    <section className={className} aria-labelledby={id}>
      <div className="card-head">
        <h2 className="subheading" id={id}>
          {title}
        </h2>
        {beside}
      </div>
      {text && <p className="card-text">{text}</p>}
      {children}
    </section>
  );
}
