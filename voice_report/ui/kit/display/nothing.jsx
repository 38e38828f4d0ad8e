/** The card that says in place of numbers that there are none yet; `as`: the element of its title. */
export function Nothing({ as: Title = "h3", title, children }) {
  return (
    <section className="card state-box">
      <svg className="art" viewBox="0 0 120 56" width="120" height="56" aria-hidden="true">
        <g className="strokes" strokeWidth="5">
          <path className="art-faint" d="M8 40v-8M32 40V22M56 40V28M80 40V16M104 40V26" />
          <path className="art-petrol" d="M4 52h112" />
        </g>
      </svg>
      <Title className="subheading">{title}</Title>
      <p>{children}</p>
    </section>
  );
}
