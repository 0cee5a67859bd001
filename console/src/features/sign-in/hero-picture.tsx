const GOLD = 'oklch(83% 0.13 84)'

/** Grains of an ear, from the tip down: height and width of each pair. */
const GRAINS = [0, 1, 2, 3, 4, 5]

/** Places, sizes and leans of the ears in the foreground. */
const EARS = [
  [38, 1.25, -7],
  [92, 0.95, 4],
  [136, 1.1, -3],
  [186, 0.78, 6],
  [232, 0.62, -5],
  [508, 0.62, 5],
  [552, 0.84, -4],
  [602, 1.05, 3],
  [652, 0.9, -6],
  [696, 1.3, 5],
] as const

const STARS = [
  [300, 62],
  [168, 210],
  [70, 236],
  [316, 150],
  [402, 58],
  [470, 196],
  [548, 104],
  [622, 236],
  [664, 70],
  [120, 312],
] as const

/** Furrows: where they meet the lower edge. All start at the door of the granary. */
const FURROWS = [-460, -250, -70, 90, 230, 490, 630, 790, 970, 1180]

/** A granary at dusk, its door open and lit, at the end of a road through ripe wheat. */
export const HeroPicture = () => (
  <svg viewBox="0 0 720 900" preserveAspectRatio="xMidYMid slice" className="h-full w-full" aria-hidden>
    <defs>
      <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="oklch(19% 0.03 225)" />
        <stop offset="0.3" stopColor="oklch(26% 0.045 212)" />
        <stop offset="0.55" stopColor="oklch(36% 0.055 185)" />
        <stop offset="0.82" stopColor="oklch(54% 0.075 125)" />
        <stop offset="1" stopColor="oklch(76% 0.12 78)" />
      </linearGradient>
      <radialGradient id="sun">
        <stop offset="0" stopColor="oklch(92% 0.1 88)" />
        <stop offset="0.35" stopColor="oklch(84% 0.13 82)" stopOpacity="0.9" />
        <stop offset="1" stopColor="oklch(70% 0.12 70)" stopOpacity="0" />
      </radialGradient>
      <linearGradient id="field" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="oklch(58% 0.085 92)" />
        <stop offset="0.4" stopColor="oklch(36% 0.055 120)" />
        <stop offset="1" stopColor="oklch(17% 0.025 165)" />
      </linearGradient>
      <linearGradient id="road" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="oklch(88% 0.12 86)" />
        <stop offset="0.35" stopColor="oklch(66% 0.1 82)" stopOpacity="0.75" />
        <stop offset="1" stopColor="oklch(30% 0.04 120)" stopOpacity="0" />
      </linearGradient>
      <g id="ear" fill={GOLD}>
        <path d="M0 0V-230" stroke="oklch(68% 0.1 86)" strokeWidth="3" />
        <path d="M0-62q20-34 52-40-14 24-52 50M0-104q-16-32-48-36 12 24 48 46" fill="oklch(52% 0.08 112)" />
        {GRAINS.map((at) => (
          <g key={at} transform={`translate(0 ${18 * at - 232})`}>
            <path d="M0 20q-17-5-15-27 15 5 15 27zM0 20q17-5 15-27-15 5-15 27z" />
            <path d="M-15-7-24-42M15-7 24-42" stroke={GOLD} strokeWidth="0.9" opacity="0.6" />
          </g>
        ))}
        <path d="M0-230q-9-15 0-34 9 19 0 34z" />
      </g>
    </defs>
    <rect width="720" height="620" fill="url(#sky)" />
    {STARS.map(([x, y], at) => (
      <circle key={x} cx={x} cy={y} r={at % 3 === 0 ? 1.8 : 1.1} fill="oklch(95% 0.02 90)" opacity="0.7" />
    ))}
    <circle cx="606" cy="540" r="300" fill="url(#sun)" />
    <circle cx="606" cy="540" r="48" fill="oklch(93% 0.09 90)" />
    <g fill="none" stroke="oklch(86% 0.08 80)" strokeLinecap="round" opacity="0.35">
      <path d="M70 430h150M190 446h90M520 396h130M470 412h80" strokeWidth="5" />
      <path d="M566 470h110M40 486h70" strokeWidth="3" />
    </g>
    <path
      d="M284 330q9-9 16 0 7-9 16 0M330 352q6-6 11 0 5-6 11 0"
      fill="none"
      stroke="oklch(22% 0.03 210)"
      strokeWidth="2.5"
    />
    <path d="M0 560q120-46 260-16t250-20 210 22v90H0z" fill="oklch(42% 0.055 150)" />
    <path d="M0 592q150-30 300-8t420-18v80H0z" fill="oklch(33% 0.045 155)" />
    <Granary />
    <path d="M0 622q360-26 720 0v278H0z" fill="url(#field)" />
    <g stroke="oklch(20% 0.03 150)" strokeWidth="5" opacity="0.35">
      {FURROWS.map((x) => (
        <path key={x} d={`M${x < 360 ? 330 : 390} 622 ${x} 900`} />
      ))}
    </g>
    <path d="M346 612h28l136 288H210z" fill="url(#road)" />
    {EARS.map(([x, size, lean]) => (
      <use key={x} href="#ear" transform={`translate(${x} 912) rotate(${lean}) scale(${size})`} />
    ))}
  </svg>
)

/** The silhouette in the middle: a barn between silos, with the last light at the edges that face the sun. */
const Granary = () => (
  <>
    <g fill="oklch(20% 0.025 185)">
      <path d="M222 626V452q0-38 38-38t38 38v174zM428 626V480q0-34 34-34t34 34v146zM504 626V514q0-28 28-28t28 28v112z" />
      <path d="M172 626V530q0-24 24-24t24 24v96z" />
      <path d="m284 626V500l30-42 46-22 46 22 30 42v126z" fill="oklch(16% 0.02 185)" />
    </g>
    <g fill="none" stroke={GOLD} strokeWidth="2" opacity="0.75">
      <path d="M298 452v34M262 414q36 2 36 38M496 480v140M462 446q34 2 34 34M560 514v106M532 486q28 2 28 28" />
      <path d="m360 436 46 22 30 42v120" />
    </g>
    <g stroke="oklch(30% 0.035 185)" strokeWidth="2">
      <path d="M222 488h76M222 532h76M222 576h76M436 516h60M436 556h60M504 546h56M504 580h56M172 556h48M172 590h48" />
    </g>
    <path d="M342 626v-58a18 18 0 0 1 36 0v58z" fill="oklch(92% 0.11 88)" />
    <path d="M360 626v-76" stroke="oklch(70% 0.11 80)" strokeWidth="1.5" />
    <g fill={GOLD}>
      <rect x="350" y="480" width="20" height="24" rx="10" />
      <rect x="252" y="450" width="14" height="18" rx="2" />
      <rect x="456" y="480" width="12" height="15" rx="2" />
    </g>
  </>
)
