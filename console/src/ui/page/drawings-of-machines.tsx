import { GREEN, PAPER, GOLD, PENDING, Grain, Ear, Tower } from './drawings-parts.tsx'

/** Drawings of machines and of what holds their data. */
export const MACHINE_DRAWINGS = {
  instance: (
    <>
      <g {...PENDING}>
        <Tower x={22} width={24} top={58} />
        <Tower x={114} width={24} top={58} />
      </g>
      <g {...GREEN}>
        <Tower x={60} width={40} top={38} />
      </g>
      <path d="M60 54h40M60 72h40M80 21v-7" />
      <rect x="72" y="59" width="16" height="8" rx="1.5" {...GOLD} />
      <path d="M74 92V80h12v12" {...PAPER} />
    </>
  ),
  disk: (
    <>
      <rect x="50" y="26" width="60" height="20" rx="3" {...PENDING} />
      <rect x="46" y="48" width="68" height="21" rx="3" {...PAPER} />
      <rect x="46" y="71" width="68" height="21" rx="3" {...GREEN} />
      <path d="M74 58.500h12M74 81.500h12" strokeWidth="2.5" />
      <Grain x={54} y={43} turn={60} />
      <Grain x={64} y={44} turn={20} />
      <Grain x={106} y={43} turn={-50} />
    </>
  ),
  snapshot: (
    <>
      <path d="M58 40h44v44a8 8 0 0 1-8 8H66a8 8 0 0 1-8-8z" {...PAPER} />
      <path d="M59 64q10-6 21 0t21 0v20a7 7 0 0 1-7 7H66a7 7 0 0 1-7-7z" stroke="none" {...GREEN} />
      <rect x="55" y="28" width="50" height="12" rx="3" {...GREEN} />
      <Grain x={70} y={76} turn={40} />
      <Grain x={82} y={82} turn={-30} />
      <Grain x={92} y={73} turn={80} />
      <Grain x={76} y={86} turn={100} />
      <path d="M116 52a14 14 0 1 1-4 10M116 42v10h-10" {...PENDING} />
    </>
  ),
  image: (
    <>
      <path d="M54 24h52l4 6v62H50V30z" {...PAPER} />
      <path d="M50 32h60" />
      <rect x="58" y="40" width="44" height="42" rx="2" {...GREEN} />
      <Ear x={80} y={80} height={28} />
      <path d="M80 80q-9-2-11-10M80 80q9-2 11-10" />
      <Grain x={122} y={84} turn={50} />
      <Grain x={131} y={89} turn={-40} />
      <Grain x={36} y={88} turn={70} />
    </>
  ),
}
