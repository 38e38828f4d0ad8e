import { useEffect, useRef, useState } from "react";
import { letGo } from "$/public/external/voice_report/ui/kit/blobs.js";

/**
 * A sound: fetched when the element of `ref` comes into view, and played from memory (Safari plays no address that
 * cannot be asked for in parts). `second` is null when nothing plays. `sound.current` is the file, `audio.current` the
 * player, as soon as there is one.
 */
export function useSound(address) {
  const ref = useRef(null);
  const audio = useRef(null);
  const sound = useRef(null);
  const loading = useRef(null);
  const isGone = useRef(false);
  const [second, setSecond] = useState(null);
  const [failed, setFailed] = useState(false);

  const load = () => (loading.current ??= fetched());
  const fetched = async () => {
    try {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(`${answer.status}`);
      sound.current = await answer.blob();
      if (!isGone.current) audio.current = new Audio(URL.createObjectURL(sound.current));
    } catch {
      loading.current = null; // the next press tries again
    }
  };
  useEffect(() => {
    const seen = new IntersectionObserver(([entry]) => entry.isIntersecting && void load());
    seen.observe(ref.current);
    isGone.current = false;
    return () => {
      isGone.current = true;
      seen.disconnect();
      if (audio.current) letGo(audio.current);
    };
  }, []);
  const isPlaying = second !== null;
  useEffect(() => {
    if (!isPlaying) return undefined;
    let frame = requestAnimationFrame(function show() {
      setSecond(audio.current.currentTime);
      frame = requestAnimationFrame(show);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying]);

  const stop = () => {
    audio.current.pause();
    setSecond(null);
  };
  const play = async () => {
    await load();
    if (isGone.current) return;
    try {
      audio.current.currentTime = 0;
      audio.current.onended = stop;
      await audio.current.play();
      setFailed(false);
      setSecond(0);
    } catch (error) {
      if (error.name !== "AbortError") setFailed(true); // 'Stop' was pressed before it began
    }
  };
  return { second, failed, ref, audio, sound, play, stop };
}
