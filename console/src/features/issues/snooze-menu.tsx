import { now } from '../../time/clock.ts'
import { issueSnooze, issueWake } from '@granary/contract/generated/client.ts'
import { messageOf } from '../../api/errors.ts'
import { useRef } from 'react'
import { useOperation } from '../../api/operate.ts'
import { usePageExtensions } from '../../app/extension-page.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu/menu.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import type { Issue } from './issue.ts'

const DAY_MS = 86_400_000
const TIMES = [
  { label: 'For a day', days: 1 },
  { label: 'For a week', days: 7 },
  { label: 'For 30 days', days: 30 },
  { label: 'For a year', days: 365 },
]

/** Snoozes an issue for the user, or ends that. */
export function SnoozeMenu({
  issue: { id, message, snoozedUntil },
  onChange,
}: {
  issue: Issue
  onChange: () => void
}) {
  const extensions = usePageExtensions()
  const snooze = useOperation(extensions.call(issueSnooze))
  const wake = useOperation(extensions.call(issueWake))
  const place = useRef<HTMLSpanElement>(null)
  const run = async (operation: () => Promise<unknown>) => {
    try {
      await operation()
      if (!snoozedUntil) neighbourOf(place.current)?.focus()
      onChange()
    } catch (error) {
      addToast({ variant: 'error', title: 'Could not snooze the issue', content: messageOf(error as Error) })
    }
  }
  const path = { issue: id }
  if (snoozedUntil)
    return (
      <Button
        variant="ghost"
        size="sm"
        aria-label={`End snooze: ${message}`}
        onPress={() => void run(() => wake({ path }))}
      >
        End snooze
      </Button>
    )
  return (
    <span ref={place} data-snooze="">
      <Menu
        label="Snooze"
        trigger={
          <Button variant="ghost" size="sm" aria-label={`Snooze: ${message}`}>
            Snooze
          </Button>
        }
        entries={TIMES.map(({ label, days }) => ({
          label,
          onAction: () =>
            void run(() => snooze({ path, body: { until: new Date(now() + days * DAY_MS).toISOString() } })),
        }))}
      />
    </span>
  )
}

/** Returns the button of the next issue, or else of the one before, for the focus when this issue leaves the list. */
function neighbourOf(place: HTMLElement | null): HTMLElement | null {
  const all = [...document.querySelectorAll('[data-snooze]')]
  const at = place ? all.indexOf(place) : -1
  return (all[at + 1] ?? all[at - 1])?.querySelector('button') ?? null
}
