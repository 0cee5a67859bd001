import type { Terminal as Xterm } from '@xterm/xterm'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line'
import ClipboardCopy from 'lucide-react/icons/clipboard-copy'
import Download from 'lucide-react/icons/download'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import SquareTerminal from 'lucide-react/icons/square-terminal'
import { Button, IconButton } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { reserveToastSpace } from '../../../ui/toast/clearance.ts'
import { addToast } from '../../../ui/toast/toast-store.ts'
import { type TerminalProps, useTerminal } from './use-terminal.ts'

/** A terminal on the serial port, with its buttons. */
export default function Terminal(props: TerminalProps) {
  const { instance } = props
  const { place, xterm, connection, paused, pause, failure } = useTerminal(props)
  return (
    <div
      ref={reserveToastSpace}
      data-terminal=""
      className="absolute inset-0 flex flex-col bg-surface-sunken"
    >
      {/* The terminal measures its container, so the margin around it needs another element. */}
      <div className="min-h-0 grow p-3">
        <div ref={place} role="application" aria-label="Serial console" className="h-full" />
      </div>
      {/* After the terminal for the keyboard: Tab leaves the terminal to them. */}
      <div className="order-first flex h-9 shrink-0 items-center gap-1 border-b border-border bg-surface-raised pr-1.5 pl-3">
        <SquareTerminal className="mr-1 size-4 shrink-0 text-text-muted" aria-hidden />
        <span className="min-w-0 truncate text-sm font-medium">{instance}</span>
        <span className="mr-auto hidden text-xs whitespace-nowrap text-text-muted sm:inline">
          first serial port
        </span>
        <span className="mr-auto sm:hidden" />
        <TerminalButtons xterm={() => xterm.current!} instance={instance} paused={paused} onPause={pause} />
      </div>
      {paused && (
        <p
          role="status"
          className="absolute top-12 right-3 rounded bg-notice-soft px-2 py-1 text-xs text-notice"
        >
          Paused: new output waits
        </p>
      )}
      {failure && <Failure reason={failure} onRetry={() => connection.current?.reconnect()} />}
    </div>
  )
}

type TerminalButtonsProps = {
  xterm: () => Xterm
  instance: string
  paused: boolean
  onPause: (on: boolean) => void
}

/** The buttons that scroll, pause and keep the output. */
const TerminalButtons = ({ xterm, instance, paused, onPause }: TerminalButtonsProps) => (
  <>
    <IconButton label="Scroll to top" onPress={() => xterm().scrollToTop()}>
      <ArrowUpToLine className="size-4" aria-hidden />
    </IconButton>
    <IconButton label="Scroll to bottom" onPress={() => xterm().scrollToBottom()}>
      <ArrowDownToLine className="size-4" aria-hidden />
    </IconButton>
    <IconButton label={paused ? 'Resume output' : 'Pause output'} onPress={() => onPause(!paused)}>
      {paused ? <Play className="size-4" aria-hidden /> : <Pause className="size-4" aria-hidden />}
    </IconButton>
    <IconButton label="Copy output" onPress={() => void copyOutput(xterm())}>
      <ClipboardCopy className="size-4" aria-hidden />
    </IconButton>
    <IconButton label="Save output as text" onPress={() => saveOutput(xterm(), instance)}>
      <Download className="size-4" aria-hidden />
    </IconButton>
  </>
)

const Failure = ({ reason, onRetry }: { reason: string; onRetry: () => void }) => (
  <div role="alert" className="absolute inset-0 flex items-center justify-center bg-scrim p-4">
    <div className="max-w-md rounded-lg border border-border bg-surface-raised p-6 text-center text-sm shadow-raised">
      <p className="text-base font-semibold">Serial console connection failed</p>
      <p className="mt-1 mb-4 text-text-muted">{reason}</p>
      <Button size="sm" onPress={onRetry}>
        Try again
      </Button>
    </div>
  </div>
)

/** Returns the text in the terminal, without trailing spaces and blank lines. */
function textOf(terminal: Xterm): string {
  const { active } = terminal.buffer
  const lines = Array.from(
    { length: active.length },
    (_, at) => active.getLine(at)?.translateToString(true) ?? '',
  )
  return `${lines.join('\n').trimEnd()}\n`
}

async function copyOutput(terminal: Xterm): Promise<void> {
  await copyText(terminal.hasSelection() ? terminal.getSelection() : textOf(terminal))
  addToast({ content: terminal.hasSelection() ? 'Selection copied' : 'Output copied' })
}

function saveOutput(terminal: Xterm, instance: string): void {
  const url = URL.createObjectURL(new Blob([textOf(terminal)], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${instance}-serial-console.txt`
  link.click()
  URL.revokeObjectURL(url)
}
