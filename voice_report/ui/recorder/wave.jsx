/** The waveform: ten bars on either side of the record button, which move with the microphone's level (bars.js). */
import { useEffect, useRef } from "react";

import { BARS, createBars } from "./bars.js";

const SMALLEST = 0.07; // of the height
const FADED = 0.25; // how opaque the outermost bar is; from FULL of the width on all are opaque
const FULL = 0.6;

/**
 * Moving bars are drawn on a canvas, twenty times a second: as elements with a transition they take the browser four
 * times as long, and a phone that records all day has to save its battery. With reduced motion they do not move.
 */
export function Wave({ side, isLive, subscribeLevel }) {
  if (isLive) return <Moving side={side} subscribeLevel={subscribeLevel} />;
  return (
    <span className="wave rest" aria-hidden="true">
      {Array.from({ length: BARS }, (_, index) => (
        <i key={index} />
      ))}
    </span>
  );
}

function Moving({ side, subscribeLevel }) {
  const ref = useRef(null);
  useEffect(() => {
    const step = createBars(side);
    let heights = new Array(BARS).fill(0);
    const show = () => draw(ref.current, side, heights);
    const resizes = new ResizeObserver(show); // also called at the beginning
    resizes.observe(ref.current);
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const unsubscribe = isStill
      ? () => {}
      : subscribeLevel((level) => {
          heights = step(level);
          show();
        });
    return () => {
      unsubscribe();
      resizes.disconnect();
    };
  }, [side, subscribeLevel]);
  return <canvas ref={ref} className="wave" aria-hidden="true" />;
}

/** Draw the bars in the canvas's own colour, `--stroke` wide; the outer ones fade. */
function draw(canvas, side, heights) {
  const { clientWidth: width, clientHeight: height } = canvas;
  const style = getComputedStyle(canvas);
  const bar = parseFloat(style.getPropertyValue("--stroke"));
  fit(canvas, width, height);
  const context = canvas.getContext("2d");
  context.clearRect(0, 0, width, height);
  context.strokeStyle = style.color;
  context.lineWidth = bar;
  context.lineCap = "round";
  heights.forEach((share, index) => {
    const fromButton = bar / 2 + (index * (width - bar)) / (BARS - 1);
    const x = side === "left" ? width - fromButton : fromButton;
    const half = Math.max(0, (height * (SMALLEST + share * (1 - SMALLEST)) - bar) / 2);
    context.globalAlpha = Math.min(1, FADED + ((1 - FADED) * (1 - fromButton / width)) / FULL);
    context.beginPath();
    context.moveTo(x, height / 2 - half);
    context.lineTo(x, height / 2 + half);
    context.stroke();
  });
}

/** Give the canvas one pixel for each of the device's, and units of CSS pixels. */
function fit(canvas, width, height) {
  const scale = window.devicePixelRatio;
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width === wide && canvas.height === high) return;
  canvas.width = wide;
  canvas.height = high;
  canvas.getContext("2d").scale(scale, scale);
}
