import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { linkTo } from '../../app/paths.ts'
import { useCurrentUser } from '../../app/session.ts'
import { StateBadge } from '../../ui/badge.tsx'
import { Button, buttonStyle } from '../../ui/button.tsx'
import { fullNumber } from '@granary/domain/numbers.ts'
import { formatDateTime } from '@granary/domain/time.ts'
import { Card } from '../../ui/page/card.tsx'
import { fixOf, type Issue, TITLES } from './issue.ts'
import { SnoozeMenu } from './snooze-menu.tsx'

const SEVERITIES = {
  error: { color: 'danger', word: 'Problem' },
  warning: { color: 'notice', word: 'Warning' },
  hint: { color: 'neutral', word: 'Hint' },
} as const

/** Issues of a check that are shown at first: hints about hundreds of disks would hide the other checks. */
const SHOWN_FIRST = 10

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
  const [showsAll, setShowsAll] = useState(false)
  const toggle = showsAll ? 'Show fewer' : `Show all ${fullNumber(issues.length)}`
  return (
    <Card
      title={TITLES[check]}
      description={isCapped ? 'There may be more: these are the first' : undefined}
      actions={<StateBadge color={color}>{word}</StateBadge>}
    >
      <ul aria-label={TITLES[check]} className="-my-2 divided">
        {(showsAll ? issues : issues.slice(0, SHOWN_FIRST)).map((issue) => (
          <IssueLine key={issue.id} issue={issue} isFleet={isFleet} onChange={onChange} />
        ))}
      </ul>
      {issues.length > SHOWN_FIRST && (
        <Button
          variant="ghost"
          size="sm"
          className="mt-3 -ml-2.5"
          aria-label={`${toggle}: ${TITLES[check]}`}
          aria-expanded={showsAll}
          onPress={() => setShowsAll(!showsAll)}
        >
          {toggle}
        </Button>
      )}
    </Card>
  )
}

type IssueLineProps = { issue: Issue; isFleet: boolean; onChange: () => void }

function IssueLine({ issue, isFleet, onChange }: IssueLineProps) {
  const { siloRole, siloName } = useCurrentUser()
  const fix = fixOf(issue, isFleet, siloRole ? siloName : null)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2 text-sm">
      <div className="min-w-0 grow basis-40">
        <p className="wrap-anywhere">{issue.message}</p>
        <p className="text-xs text-text-muted">
          {issue.projectName && `Project ${issue.projectName}`}
          {issue.snoozedUntil && ` Snoozed until ${formatDateTime(issue.snoozedUntil)}`}
        </p>
      </div>
      <div className="flex items-center gap-2">
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
      </div>
    </li>
  )
}
