import '@xterm/xterm/css/xterm.css'
import { FitAddon } from '@xterm/addon-fit'
import { Terminal as Xterm } from '@xterm/xterm'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../../api/errors.ts'
import { useShownTheme } from '../../../ui/theme.ts'
import { type ConnectionStatus, connectSerial } from './connection.ts'
import { pausable } from './pausable.ts'
import { LEAVE_HINT, tabKeyFilter } from './tab-key-filter.ts'
import { terminalTheme } from './terminal-theme.ts'

const SCROLLBACK = 5000

export type TerminalProps = {
  project: string
  instance: string
  onStatus: (status: ConnectionStatus) => void
}

/** Opens a terminal on the serial port inside an element, which it fits. Follows the theme and reconnects automatically. */
export function useTerminal({ project, instance, onStatus }: TerminalProps) {
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
  return { place, xterm, connection, paused, pause, failure }
}

/** Formats the server's close reason like the error of a refused call. */
const reasonFor = (reason: string | null): string =>
  reason === null
    ? 'Please try again.'
    : errorMessage(
        'instanceSerialConsoleStream',
        reason === 'Forbidden' ? { errorCode: reason } : { message: reason },
      )
