import { useContext } from "react";
import { ColorModeContext } from "$/utils/context";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";

/* Both icons are in the page and CSS shows the right one, so that nothing flashes before the scripts have run. */
export function ThemeToggle({ className, words, ...rest }) {
  const { setColorMode } = useContext(ColorModeContext);
  const toggle = () => setColorMode(document.documentElement.classList.contains("dark") ? "light" : "dark");
  return (
    <button {...rest} type="button" className={className} onClick={toggle}>
      <Face to="dark" icon="moon" name="Donkere weergave" words={words} />
      <Face to="light" icon="sun" name="Lichte weergave" words={words} />
    </button>
  );
}

function Face({ to, icon, name, words }) {
  return (
    <span className={`theme-face to-${to}`}>
      <Icon name={icon} />
      <span className={words ? undefined : "visually-hidden"}>{name}</span>
    </span>
  );
}
