import { StateBadge } from '../badge.tsx'
import { buttonStyle } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { Mark } from '../logo.tsx'
import { Row, Section } from './section.tsx'

/** A direction for the look of the console: the same four things, styled three ways. */
type Direction = {
  name: string
  verdict: string
  rail: string
  marked: string
  list: string
  row: string
  fact: string
  empty: string
  /** Whether healthy states recede to a dot and a word. */
  quiet: boolean
}

const DIRECTIONS: readonly Direction[] = [
  {
    name: 'Ledger',
    verdict:
      'Chosen. One quiet ground for the rail, hairlines for structure, and colour only where something moves or broke: of fifty rows, the failed one is found first.',
    rail: 'border-r border-border bg-surface-sunken text-text-muted',
    marked: 'bg-surface-hover font-medium text-text',
    list: 'rounded-md border border-border bg-surface-raised',
    row: 'border-t border-border first:border-t-0',
    fact: 'border-l border-border pl-3 first:border-l-0 first:pl-0',
    empty: 'text-center',
    quiet: true,
  },
  {
    name: 'Counter',
    verdict:
      'Rejected. The green rail is a strong face, but it is the largest area of accent on the screen and nobody can act on it, and filled badges make a healthy list as loud as a broken one.',
    rail: 'bg-mark-ground text-text-on-accent',
    marked: 'bg-surface-selected font-semibold',
    list: 'rounded-lg bg-surface-raised shadow-raised',
    row: 'odd:bg-surface-hover',
    fact: 'rounded bg-accent-soft px-3 py-1',
    empty: 'rounded-lg bg-accent-soft text-center',
    quiet: false,
  },
  {
    name: 'Almanac',
    verdict:
      'Rejected. Space and large type are pleasant for seven projects, but a screen holds half the rows. Its empty state, with a drawing and one sentence, is taken over.',
    rail: 'bg-surface text-text-muted',
    marked: 'border-b-2 border-text text-text',
    list: 'flex flex-col gap-1.5',
    row: 'rounded-lg border border-border bg-surface-raised py-1.5',
    fact: 'pr-6 text-lg',
    empty: 'rounded-lg border border-dashed border-border-control text-left',
    quiet: false,
  },
]

const ROWS = [
  ['web-1', 'running', 'positive'],
  ['web-2', 'running', 'positive'],
  ['coupon', 'failed', 'danger'],
  ['search', 'rebooting', 'info'],
  ['card-vault', 'stopped', 'neutral'],
] as const

const LOUD = {
  positive: 'bg-positive-soft text-positive',
  neutral: 'bg-surface-hover text-text-muted',
  info: 'bg-info-soft text-info',
  danger: 'bg-danger-soft text-danger',
}

function State({ quiet, word, color }: { quiet: boolean; word: string; color: keyof typeof LOUD }) {
  if (quiet)
    return (
      <StateBadge color={color} transitional={color === 'info'}>
        {word}
      </StateBadge>
    )
  return <span className={`rounded px-1.5 text-xs font-medium ${LOUD[color]}`}>{word}</span>
}

/** Shell, list, detail and empty state of one direction. */
function Study({ direction, theme }: { direction: Direction; theme: 'light' | 'dark' }) {
  const { rail, marked, list, row, fact, empty, quiet } = direction
  return (
    <div
      data-theme={theme}
      className="flex h-80 w-[27rem] overflow-hidden rounded-lg border border-border bg-surface text-sm text-text"
    >
      <div className={classNames('flex w-24 shrink-0 flex-col gap-1 p-2 text-xs', rail)}>
        <Mark className="mb-2 size-6" />
        <span className="px-1.5 py-1">Projects</span>
        <span className={classNames('rounded px-1.5 py-1', marked)}>Instances</span>
        <span className="px-1.5 py-1">Disks</span>
      </div>
      <div className="flex min-w-0 grow flex-col gap-3 p-3">
        <div className="flex items-center justify-between">
          <span className="text-lg font-semibold">Instances</span>
          <span className={buttonStyle('primary', 'sm')}>New instance</span>
        </div>
        <div className={list}>
          {ROWS.map(([name, word, color]) => (
            <div key={name} className={classNames('flex h-7 items-center px-3', row)}>
              <span className="w-24 font-medium">{name}</span>
              <State quiet={quiet} word={word} color={color} />
            </div>
          ))}
        </div>
        <div className="flex text-xs">
          {['203.0.113.8', '8 vCPUs', '32 GiB'].map((value) => (
            <span key={value} className={classNames('mr-3', fact)}>
              {value}
            </span>
          ))}
        </div>
        <div className={classNames('p-2', empty)}>
          <div className="font-semibold">No snapshots</div>
          <div className="text-xs text-text-muted">A snapshot keeps a disk as it was.</div>
        </div>
      </div>
    </div>
  )
}

/** Three directions that were drawn before the console's look was chosen; docs/design.md has the rules that came of it. */
export const StudiesPage = () => (
  <Section title="Studies">
    {DIRECTIONS.map((direction) => (
      <Row key={direction.name} label={`${direction.name}: ${direction.verdict}`}>
        <Study direction={direction} theme="light" />
        <Study direction={direction} theme="dark" />
      </Row>
    ))}
  </Section>
)
