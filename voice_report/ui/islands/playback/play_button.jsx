import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";

/** Plays a stretch of kept sound, or stops it (player.js). */
export function PlayButton({ isPlaying, onPress, ...rest }) {
  return (
    <button type="button" className="button plain small" onClick={onPress} {...rest}>
      <Icon name={isPlaying ? "stop" : "play"} />
      <span>{isPlaying ? "Stoppen" : "Afspelen"}</span>
    </button>
  );
}
