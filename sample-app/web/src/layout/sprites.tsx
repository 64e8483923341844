/** The drawings that pages use by `<use href="#name">`: the flower of the shop and the icons. */
export function Sprites() {
  return (
    <svg class="sprites" aria-hidden="true" width="0" height="0">
      <symbol id="ipe" viewBox="0 0 64 64">
        <g class="petal">
          {[0, 72, 144, 216, 288].map((angle) => (
            <ellipse
              key={angle}
              cx="32"
              cy="15"
              rx="11"
              ry="13"
              transform={`rotate(${angle} 32 32)`}
            />
          ))}
        </g>
        <circle class="core" cx="32" cy="32" r="9" />
        <circle class="seed" cx="32" cy="32" r="4" />
      </symbol>
      <symbol id="bag" viewBox="0 0 24 24">
        <path d="M5 8h14l1 12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zM8.5 8V6.5a3.5 3.5 0 0 1 7 0V8" />
      </symbol>
      <symbol id="copy" viewBox="0 0 24 24">
        <path d="M9 9h10v11H9zM5 15V4h10" />
      </symbol>
      <symbol id="check" viewBox="0 0 24 24">
        <path d="m5 12.5 4.5 4.5L19 7.5" />
      </symbol>
      <symbol id="cross" viewBox="0 0 24 24">
        <path d="m7 7 10 10M17 7 7 17" />
      </symbol>
      <symbol id="clock" viewBox="0 0 24 24">
        <path d="M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 8v4.5l3 2" />
      </symbol>
      <symbol id="bank" viewBox="0 0 24 24">
        <path d="M4 9.5 12 5l8 4.5zM6 10v7M10 10v7M14 10v7M18 10v7M4 19h16" />
      </symbol>
    </svg>
  );
}
