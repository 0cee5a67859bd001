import { Link } from '@tanstack/react-router'
import { buttonStyle } from '../../../ui/button.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { useConsoleLines } from '../use-console-lines.ts'
import { useInstancePath } from '../use-instance.ts'
import { Unseen } from './unseen.tsx'

const SHOWN = 14

/** The last lines of the serial console: what the machine said last, also after it stopped. */
export function ConsoleCard() {
  const path = useInstancePath()
  const { read, lines } = useConsoleLines(SHOWN)
  return (
    <Card
      title="Serial console"
      actions={
        <Link
          to="/projects/$project/instances/$instance/serial-console"
          params={path}
          className={buttonStyle('secondary', 'sm')}
        >
          Open console
        </Link>
      }
    >
      {lines ? (
        lines.length > 0 ? (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll by keyboard too
          <pre
            tabIndex={0}
            role="log"
            aria-live="off"
            aria-label="Last lines of the serial console"
            className="overflow-x-auto rounded border border-border bg-surface-sunken px-3 py-2 font-mono text-xs leading-5"
          >
            {lines.join('\n')}
          </pre>
        ) : (
          <p className="text-sm text-text-muted">The machine has not written anything.</p>
        )
      ) : (
        <Unseen what="The serial console" of={read} />
      )}
    </Card>
  )
}
