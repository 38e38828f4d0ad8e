import * as Primitive from "@radix-ui/react-tabs";
import { Children } from "react";

/* tabs: [[value, label], ...]; the children are the panels, in the same order. `keep`: hidden panels stay mounted, so
   that typed text is kept. */
export function Tabs({ value, label, tabs, keep, onChange, children }) {
  const panels = Children.toArray(children);
  return (
    <Primitive.Root value={value} onValueChange={onChange} className="tabs-box">
      <Primitive.List className="tabs" aria-label={label}>
        {tabs.map(([key, words]) => (
          <Primitive.Trigger key={key} value={key} className="tab">
            {words}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map(([key], index) => (
        <Primitive.Content
          key={key}
          value={key}
          className="tab-panel"
          {...(keep && { forceMount: true, hidden: key !== value })}
        >
          {panels[index]}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
