/** State of a serial console's connection, as its badge names it. */
export type ConnectionStatus = 'connecting' | 'connected' | 'disconnected' | 'error'

/** Bytes of earlier output to request. */
export const HISTORY = 262_144
const INITIAL_RETRY_DELAY_MS = 1_000
const MAX_RETRY_DELAY_MS = 10_000
/** Close code of a refusal. A retry would be refused again. */
const REFUSED = 1011

type Options = {
  project: string
  instance: string
  onData: (bytes: Uint8Array) => void
  onStatus: (status: ConnectionStatus, reason: string | null) => void
  /** Called before a new connection sends its history, which repeats earlier output. */
  onRestart: () => void
}

/** Returns the address of the websocket, on the host of the page. */
export function serialUrl(
  project: string,
  instance: string,
  base: { protocol: string; host: string } = location,
): string {
  const scheme = base.protocol === 'https:' ? 'wss' : 'ws'
  const query = new URLSearchParams({ project, most_recent: String(HISTORY) })
  return `${scheme}://${base.host}/v1/instances/${encodeURIComponent(instance)}/serial-console/stream?${query}`
}

/**
 * Keeps a serial console connected. Retries a broken connection with growing pauses, but not a refused one. Sends keys as
 * bytes.
 * @returns functions that send keys, retry at once, and close the connection.
 */
export function connectSerial({ project, instance, onData, onStatus, onRestart }: Options) {
  let socket: WebSocket | null = null
  let retry = INITIAL_RETRY_DELAY_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false

  function open(): void {
    clearTimeout(timer)
    onStatus('connecting', null)
    const opened = new WebSocket(serialUrl(project, instance))
    opened.binaryType = 'arraybuffer'
    socket = opened
    let first = true
    opened.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | string>) => {
      if (first) onRestart()
      first = false
      onData(typeof data === 'string' ? new TextEncoder().encode(data) : new Uint8Array(data))
    })
    opened.addEventListener('open', () => {
      retry = INITIAL_RETRY_DELAY_MS
      onStatus('connected', null)
    })
    opened.addEventListener('close', ({ code, reason }) => {
      if (ended || socket !== opened) return
      if (code === REFUSED) return onStatus('error', reason || null)
      onStatus('disconnected', null)
      timer = setTimeout(open, retry)
      retry = Math.min(retry * 2, MAX_RETRY_DELAY_MS)
    })
  }

  open()
  return {
    write: (text: string) => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(new TextEncoder().encode(text))
    },
    reconnect: () => {
      retry = INITIAL_RETRY_DELAY_MS
      socket?.close()
      open()
    },
    close: () => {
      ended = true
      clearTimeout(timer)
      socket?.close()
    },
  }
}
