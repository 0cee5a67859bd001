const EARS = [
  { x: 132, height: 300, lean: -5 },
  { x: 196, height: 366, lean: 3 },
  { x: 258, height: 322, lean: -2 },
  { x: 470, height: 340, lean: 4 },
  { x: 528, height: 290, lean: -4 },
  { x: 586, height: 352, lean: 6 },
]

/** A granary under a low sun, behind ears of wheat. */
export const HeroPicture = () => (
  <svg viewBox="0 0 720 900" preserveAspectRatio="xMidYMid slice" className="h-full w-full" aria-hidden>
    <defs>
      <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="oklch(20% 0.02 200)" />
        <stop offset="0.62" stopColor="oklch(31% 0.045 185)" />
        <stop offset="1" stopColor="oklch(48% 0.07 110)" />
      </linearGradient>
    </defs>
    <rect width="720" height="900" fill="url(#sky)" />
    <circle cx="360" cy="560" r="150" fill="oklch(80% 0.12 84)" opacity="0.85" />
    <path d="M0 660 Q180 610 360 640 T720 620 V900 H0Z" fill="oklch(25% 0.03 170)" />
    <g fill="oklch(17% 0.015 150)">
      <path d="M270 660V470L360 400l90 70v190z" />
      <path d="M449 660V500q0-34 34-34t34 34v160z" />
      <path d="M535 660V530q0-28 28-28t28 28v130z" />
    </g>
    <g fill="oklch(80% 0.12 84)" opacity="0.9">
      <rect x="344" y="500" width="32" height="24" rx="2" />
      <rect x="470" y="520" width="10" height="14" rx="1" />
      <rect x="488" y="520" width="10" height="14" rx="1" />
    </g>
    <path d="M0 720 Q240 680 420 715 T720 700 V900 H0Z" fill="oklch(19% 0.025 165)" />
    {EARS.map((ear) => (
      <Ear key={ear.x} {...ear} />
    ))}
  </svg>
)

function Ear({ x, height, lean }: { x: number; height: number; lean: number }) {
  const top = 900 - height
  return (
    <g transform={`rotate(${lean} ${x} 900)`} stroke="oklch(72% 0.11 84)" fill="oklch(76% 0.12 84)">
      <path d={`M${x} 900V${top}`} strokeWidth="3" fill="none" />
      {Array.from({ length: 6 }, (_, at) => {
        const y = top + 14 + at * 20
        return (
          <g key={at} strokeWidth="1">
            <path d={`M${x} ${y + 16}q-18 -6 -16 -28q16 6 16 28z`} />
            <path d={`M${x} ${y + 16}q18 -6 16 -28q-16 6 -16 28z`} />
          </g>
        )
      })}
      <path d={`M${x} ${top + 16}q-9 -14 0 -34q9 20 0 34z`} strokeWidth="1" />
    </g>
  )
}
