import type { ReactNode } from 'react'
import { MACHINE_DRAWINGS } from './drawings-of-machines.tsx'
import { GREEN, PAPER, GOLD, PENDING, Grain, Ear, Tower } from './drawings-parts.tsx'

/** The things that have a drawing of their own. */
export type DrawingName =
  | 'instance'
  | 'disk'
  | 'snapshot'
  | 'image'
  | 'project'
  | 'key'
  | 'access'
  | 'apart'
  | 'token'
  | 'silo'
  | 'network'
  | 'certificate'
  | 'people'
  | 'jobs'
  | 'nothing'
  | 'lost'

const DRAWINGS: Record<DrawingName, ReactNode> = {
  ...MACHINE_DRAWINGS,
  project: (
    <>
      <path d="M40 60h80l28 32H12z" {...GREEN} />
      <path d="M56 60 40 92M72 60l-6 32M88 60l6 32M104 60l16 32" />
      <path d="M98 60V42l13-9 13 9v18z" {...PAPER} />
      <path d="M107 60V50h8v10" />
      <Ear x={36} y={82} height={34} lean={-5} />
      <Ear x={54} y={88} height={38} lean={4} />
      <path d="M64 36h18M73 36v16" {...PENDING} />
    </>
  ),
  key: (
    <>
      <circle cx="56" cy="58" r="20" {...GREEN} />
      <circle cx="56" cy="58" r="8" {...PAPER} />
      <path d="M75 52h54v12h-8v10h-9V64h-8v8h-9v-8H75" {...PAPER} />
      <Grain x={56} y={43.5} />
      <Grain x={41.5} y={58} turn={90} />
      <Grain x={56} y={72.5} />
    </>
  ),
  access: (
    <>
      <path d="M42 92V44a38 30 0 0 1 76 0v48" {...GREEN} />
      <path d="M52 92V50a28 23 0 0 1 56 0v42z" {...PAPER} />
      <path d="M80 27v65M60 58h40M60 74h40" />
      <circle cx="86" cy="66" r="2.5" {...GOLD} />
      <circle cx="74" cy="66" r="2.5" {...GOLD} />
      <path d="M128 92V66M136 92V70M24 92V70M32 92V66M20 76h16M124 76h16" {...PENDING} />
    </>
  ),
  apart: (
    <>
      <g {...GREEN}>
        <Tower x={20} width={34} top={44} />
        <Tower x={106} width={34} top={44} />
      </g>
      <path d="M20 60h34M106 60h34" />
      <path d="M62 68h36M67 63l-5 5 5 5M93 63l5 5-5 5" {...PENDING} />
      <rect x="31" y="66" width="12" height="7" rx="1.5" {...GOLD} />
      <rect x="117" y="66" width="12" height="7" rx="1.5" {...GOLD} />
    </>
  ),
  token: (
    <>
      <path
        d="M30 44a3 3 0 0 1 3-3h94a3 3 0 0 1 3 3v13a8 8 0 0 0 0 16v13a3 3 0 0 1-3 3H33a3 3 0 0 1-3-3V73a8 8 0 0 0 0-16z"
        {...PAPER}
      />
      <path d="M100 41v48" {...PENDING} />
      <path d="m48 56 9 9-9 9M63 75h16" strokeWidth="2.5" />
      <Ear x={115} y={83} height={26} />
    </>
  ),
  silo: (
    <>
      <g {...GREEN}>
        <Tower x={26} width={30} top={50} />
        <Tower x={104} width={30} top={50} />
      </g>
      <g {...PAPER}>
        <Tower x={62} width={36} top={34} />
      </g>
      <path d="M26 66h30M104 66h30M62 50h36M62 70h36M80 19v-6" />
      <rect x="74" y="56" width="12" height="8" rx="1.5" {...GOLD} />
    </>
  ),
  network: (
    <>
      <path d="M80 92V24" strokeWidth="2.5" />
      <path d="M46 34h44l10 8-10 8H46z" {...GREEN} />
      <path d="M114 56H70l-10 8 10 8h44z" {...PAPER} />
      <path d="M54 42h26M78 64h28" strokeDasharray="2.5 3" />
      <circle cx="80" cy="22" r="3.5" {...GOLD} />
    </>
  ),
  certificate: (
    <>
      <path d="M38 28h84v56H38z" {...PAPER} />
      <path d="M50 42h44M50 52h34M50 62h40" opacity="0.7" />
      <path d="m98 78-4 16 10-5 10 5-4-16" {...GREEN} />
      <circle cx="104" cy="72" r="12" {...GREEN} />
      <Grain x={104} y={67.5} />
      <Grain x={99.5} y={74.5} turn={-50} />
      <Grain x={108.5} y={74.5} turn={50} />
    </>
  ),
  people: (
    <>
      <path d="M28 92a22 24 0 0 1 44 0z" {...GREEN} />
      <circle cx="50" cy="56" r="11" {...PAPER} />
      <path d="M32 52h36M40 52q2-14 10-14t10 14" {...GREEN} />
      <path d="M88 92a22 24 0 0 1 44 0z" {...PENDING} />
      <circle cx="110" cy="56" r="11" {...PENDING} />
      <Ear x={80} y={92} height={40} />
    </>
  ),
  jobs: (
    <>
      <rect x="48" y="24" width="64" height="68" rx="4" {...PAPER} />
      <path d="M68 24v-4h24v4a3 3 0 0 1-3 3H71a3 3 0 0 1-3-3z" {...GREEN} />
      <path d="m58 44 4 4 7-8M58 61l4 4 7-8" strokeWidth="2" />
      <path d="M78 45h22M78 62h22" />
      <path d="M58 79h8M78 79h22" {...PENDING} />
      <Grain x={126} y={87} turn={60} />
    </>
  ),
  nothing: (
    <>
      <path d="M24 84q12-8 24 0t24 0 24 0 24 0 16 0" {...PENDING} />
      <circle cx="76" cy="50" r="24" {...GREEN} />
      <path d="m94 68 20 20" strokeWidth="4" />
      <Grain x={72} y={54} turn={35} />
      <path d="M62 44a16 16 0 0 1 12-9" />
    </>
  ),
  lost: (
    <>
      <path d="M40 60q20-14 42 0t48-4v36H30V66q4-4 10-6" stroke="none" {...GREEN} />
      <path d="M84 92V30" strokeWidth="2.5" />
      <path d="M58 36h44l9 7-9 7H58z" {...PAPER} />
      <path d="M66 43h28" strokeDasharray="2.5 3" />
      <Ear x={46} y={92} height={40} lean={-8} />
      <Ear x={58} y={92} height={30} lean={4} />
      <Ear x={120} y={92} height={34} lean={9} />
    </>
  ),
}

/** A small drawing of a thing in a granary, which stands for a kind of resource. Decoration: the words are beside it. */
export default function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg
      viewBox="0 0 160 104"
      className="h-26 w-40 fill-none stroke-text-muted"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {DRAWINGS[name]}
      <path d="M10 92.500h140" />
      <path d="M28 98h24M74 98h8M104 98h30" opacity="0.5" />
    </svg>
  )
}
