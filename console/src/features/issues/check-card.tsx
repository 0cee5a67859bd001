import { Link } from '@tanstack/react-router'
import { linkTo } from '../../app/paths.ts'
import { StateBadge } from '../../ui/badge.tsx'
import { buttonStyle } from '../../ui/button.tsx'
import { formatDateTime } from '@granary/domain/time.ts'
import { Card } from '../../ui/page/card.tsx'
import { fixOf, type Issue, TITLES } from './issue.ts'
import { SnoozeMenu } from './snooze-menu.tsx'

const SEVERITIES = {
  error: { color: 'danger', word: 'Problem' },
  warning: { color: 'notice', word: 'Warning' },
  hint: { color: 'neutral', word: 'Hint' },
} as const

type CheckCardProps = {
  check: Issue['check']
  issues: readonly Issue[]
  /** Whether there are more than the answer has. */
  isCapped: boolean
  isFleet: boolean
  onChange: () => void
}

/** The issues of one check. */
export function CheckCard({ check, issues, isCapped, isFleet, onChange }: CheckCardProps) {
  const { color, word } = SEVERITIES[issues[0]!.severity]
  return (
    <Card
      title={TITLES[check]}
      description={isCapped ? 'There may be more: these are the first' : undefined}
      actions={<StateBadge color={color}>{word}</StateBadge>}
    >
      <ul aria-label={TITLES[check]} className="-my-2 divide-y divide-border">
        {issues.map((issue) => (
          <IssueLine key={issue.id} issue={issue} isFleet={isFleet} onChange={onChange} />
        ))}
      </ul>
    </Card>
  )
}

type IssueLineProps = { issue: Issue; isFleet: boolean; onChange: () => void }

function IssueLine({ issue, isFleet, onChange }: IssueLineProps) {
  const fix = fixOf(issue, isFleet)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2 text-sm">
      <div className="min-w-0 grow basis-60">
        <p className="wrap-anywhere">{issue.message}</p>
        <p className="text-xs text-text-muted">
          {issue.projectName && `Project ${issue.projectName}`}
          {issue.snoozedUntil && ` Snoozed until ${formatDateTime(issue.snoozedUntil)}`}
        </p>
      </div>
      {fix && (
        <Link
          {...linkTo(fix.href)}
          className={buttonStyle('secondary', 'sm')}
          aria-label={`${fix.label}: ${issue.message}`}
        >
          {fix.label}
        </Link>
      )}
      <SnoozeMenu issue={issue} onChange={onChange} />
    </li>
  )
}
