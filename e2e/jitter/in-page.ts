import type { Delays } from './delays.ts'

/**
 * Delays the requests of a page, their answers, and the events of its event streams. The events of one stream keep their order.
 *
 * Pages run the source of this function, so it uses nothing from outside.
 */
export function delayPage(delays: Delays): void {
  const wait = (name: string, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      setTimeout(resolve, delays(name))
      const abort = () => reject(signal?.reason as Error)
      if (signal?.aborted) abort()
      else signal?.addEventListener('abort', abort, { once: true })
    })
  const send = window.fetch.bind(window)
  const Source = window.EventSource

  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const name = `${request.method} ${request.url}`
    await wait(`request ${name}`, request.signal)
    const response = await send(request)
    await wait(`answer ${name}`, request.signal)
    return response
  }

  window.EventSource = class extends Source {
    #last = Promise.resolve()
    #isClosed = false
    override addEventListener(type: string, listener: unknown, options?: unknown): void {
      const later = (event: Event) => {
        const waited = wait(`event ${type}`)
        this.#last = this.#last
          .then(() => waited)
          .then(() => {
            if (!this.#isClosed) (listener as (event: Event) => void)(event)
          })
      }
      super.addEventListener(type, later, options as AddEventListenerOptions)
    }
    override close(): void {
      this.#isClosed = true
      super.close()
    }
  }
}
