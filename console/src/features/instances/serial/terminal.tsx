import '@xterm/xterm/css/xterm.css'
import { FitAddon } from '@xterm/addon-fit'
import { Terminal as Xterm } from '@xterm/xterm'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line'
import ClipboardCopy from 'lucide-react/icons/clipboard-copy'
import Download from 'lucide-react/icons/download'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import SquareTerminal from 'lucide-react/icons/square-terminal'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../../api/errors.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { useShownTheme } from '../../../ui/theme.ts'
import { addToast } from '../../../ui/toast/toast-store.ts'
import { type ConnectionStatus, connectSerial } from './connection.ts'
import { LEAVE_HINT, tabKeyFilter } from './tab-key-filter.ts'
import { pausable } from './pausable.ts'
import { terminalTheme } from './terminal-theme.ts'

const SCROLLBACK = 5000

type TerminalProps = { project: string; instance: string; onStatus: (status: ConnectionStatus) => void }

/** A terminal on the serial port. It fits its container, follows the theme and reconnects automatically. */
export default function Terminal({ project, instance, onStatus }: TerminalProps) {
  const place = useRef<HTMLDivElement>(null)
  const xterm = useRef<Xterm | null>(null)
  const connection = useRef<ReturnType<typeof connectSerial> | null>(null)
  const output = useRef<ReturnType<typeof pausable> | null>(null)
  const [paused, setPaused] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const theme = useShownTheme()

  useEffect(() => {
    const terminal = new Xterm({
      scrollback: SCROLLBACK,
      screenReaderMode: true,
      cursorBlink: true,
      fontFamily: "'JetBrains Mono Variable', ui-monospace, monospace",
      fontSize: 13,
      theme: terminalTheme(),
    })
    const fit = new FitAddon()
    terminal.loadAddon(fit)
    terminal.open(place.current!)
    fit.fit()
    xterm.current = terminal
    const resized = new ResizeObserver(() => fit.fit())
    resized.observe(place.current!)
    const shown = pausable({
      write: (bytes) => terminal.write(bytes),
      reset: () => terminal.reset(),
    })
    output.current = shown
    setPaused(false)
    const opened = connectSerial({
      project,
      instance,
      onData: shown.write,
      onStatus: (status, reason) => {
        onStatus(status)
        setFailure(status === 'error' ? reasonFor(reason) : null)
      },
      onRestart: shown.reset,
    })
    connection.current = opened
    terminal.onData((text) => opened.write(text))
    terminal.attachCustomKeyEventHandler(tabKeyFilter())
    terminal.textarea?.setAttribute('aria-description', LEAVE_HINT)
    terminal.focus()
    return () => {
      resized.disconnect()
      opened.close()
      terminal.dispose()
    }
  }, [project, instance, onStatus])

  useEffect(() => {
    if (xterm.current) xterm.current.options.theme = terminalTheme()
  }, [theme])

  const pause = (on: boolean) => {
    output.current?.setPaused(on)
    setPaused(on)
  }
  return (
    <div className="absolute inset-0 flex flex-col bg-surface-sunken">
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
        <IconButton label="Scroll to top" onPress={() => xterm.current?.scrollToTop()}>
          <ArrowUpToLine className="size-4" aria-hidden />
        </IconButton>
        <IconButton label="Scroll to bottom" onPress={() => xterm.current?.scrollToBottom()}>
          <ArrowDownToLine className="size-4" aria-hidden />
        </IconButton>
        <IconButton label={paused ? 'Resume output' : 'Pause output'} onPress={() => pause(!paused)}>
          {paused ? <Play className="size-4" aria-hidden /> : <Pause className="size-4" aria-hidden />}
        </IconButton>
        <IconButton label="Copy output" onPress={() => void copyOutput(xterm.current!)}>
          <ClipboardCopy className="size-4" aria-hidden />
        </IconButton>
        <IconButton label="Save output as text" onPress={() => saveOutput(xterm.current!, instance)}>
          <Download className="size-4" aria-hidden />
        </IconButton>
      </div>
      {paused && (
        <p
          role="status"
          className="absolute top-12 right-3 rounded bg-notice-soft px-2 py-1 text-xs text-notice"
        >
          Paused: new output waits
        </p>
      )}
      {failure && (
        <div role="alert" className="absolute inset-0 flex items-center justify-center bg-scrim p-4">
          <div className="max-w-md rounded-lg border border-border bg-surface-raised p-6 text-center text-sm shadow-raised">
            <p className="text-base font-semibold">Serial console connection failed</p>
            <p className="mt-1 mb-4 text-text-muted">{failure}</p>
            <Button size="sm" onPress={() => connection.current?.reconnect()}>
              Try again
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

/** Formats the server's close reason like the error of a refused call. */
const reasonFor = (reason: string | null): string =>
  reason === null
    ? 'Please try again.'
    : errorMessage(
        'instanceSerialConsoleStream',
        reason === 'Forbidden' ? { errorCode: reason } : { message: reason },
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
