// Functions that run inside the page. Playwright sends each as text, so none may use anything from outside itself.

/** Results of {@link observe} in the window; milliseconds since the start of the navigation. */
export type Observed = { firstRow?: number; longTasks: number; blocking: number }

/**
 * Records when the first row with data is painted, the total of long tasks (over 50 ms) until then, and the blocking time of the whole
 * load: what each long task takes beyond 50 ms.
 */
export function observe(): void {
  const noted = window as unknown as Observed
  noted.longTasks = 0
  noted.blocking = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      noted.blocking += duration - 50
      if (!noted.firstRow) noted.longTasks += duration
    }
  }).observe({ type: 'longtask', buffered: true })
  const look = () => {
    const isThere = document.querySelector('tbody tr:not([aria-hidden]) td') !== null
    // Content of the document in one frame has been painted when the next frame starts.
    requestAnimationFrame(isThere ? () => (noted.firstRow = performance.now()) : look)
  }
  look()
}

/** Waits for the next click. @returns milliseconds from it to the frame after an element with a text is there. */
export function paintedAfterClick([selector, text]: [selector: string, text: string]): Promise<number> {
  return new Promise((resolve) => {
    const begin = () => {
      const started = performance.now()
      const look = () => {
        const isThere = [...document.querySelectorAll(selector)].some((one) => one.textContent.includes(text))
        requestAnimationFrame(isThere ? () => resolve(performance.now() - started) : look)
      }
      look()
    }
    document.addEventListener('click', begin, { capture: true, once: true })
  })
}

/** Opens a list from the sidebar. @returns milliseconds from the click to the frame after its first row. */
export function goToList(name: string): Promise<number> {
  return new Promise((resolve) => {
    const links = [...document.querySelectorAll<HTMLElement>('nav a')]
    const started = performance.now()
    links.find((link) => link.textContent === name)!.click()
    const look = () => {
      const isThere = document.querySelector('tbody tr:not([aria-hidden]) td') !== null
      requestAnimationFrame(isThere ? () => resolve(performance.now() - started) : look)
    }
    look()
  })
}

/**
 * Starts an instance, or stops a running one.
 * @returns milliseconds from the API's response to the new state in the row.
 */
export async function changeState([project, name]: [string, string]): Promise<number> {
  const rows = [...document.querySelectorAll('tbody tr')]
  const row = () => rows.find((one) => one.textContent.includes(name))!.textContent
  const before = /running|stopped/.exec(row())![0]
  const action = before === 'running' ? 'stop' : 'start'
  const response = await fetch(`/v1/instances/${name}/${action}?project=${project}`, { method: 'POST' })
  if (!response.ok) throw new Error(await response.text())
  const started = performance.now()
  return new Promise((resolve) => {
    const look = () =>
      row().includes(before) ? requestAnimationFrame(look) : resolve(performance.now() - started)
    look()
  })
}

/** Turns to the next page of the list. @returns milliseconds until its first row is shown. */
export function turnPage(): Promise<number> {
  return new Promise((resolve) => {
    const first = () => document.querySelector('tbody tr')?.textContent
    const before = first()
    const buttons = [...document.querySelectorAll<HTMLElement>('button')]
    const started = performance.now()
    buttons.find((button) => /^next$/i.test(button.textContent.trim()))!.click()
    const look = () =>
      first() === before ? requestAnimationFrame(look) : resolve(performance.now() - started)
    look()
  })
}

/** Scrolls the page down and up again for two seconds. @returns the numbers of frames and of dropped frames. */
export function scroll(): Promise<{ frames: number; dropped: number }> {
  return new Promise((resolve) => {
    const frame = 1000 / 60
    const started = performance.now()
    const height = document.documentElement.scrollHeight - innerHeight
    let [last, frames, dropped] = [started, 0, 0]
    const step = (now: number) => {
      dropped += Math.max(0, Math.round((now - last) / frame) - 1)
      last = now
      frames++
      const done = (now - started) / 2000
      scrollTo(0, height * (1 - Math.abs(1 - 2 * done)))
      if (done < 1) requestAnimationFrame(step)
      else resolve({ frames, dropped })
    }
    requestAnimationFrame((now) => {
      last = now
      requestAnimationFrame(step)
    })
  })
}

/**
 * Types a word into the focused field and deletes it again, key by key.
 * @returns for each key, the milliseconds until the next frame is painted.
 */
export async function typeInto(word: string): Promise<number[]> {
  const input = document.activeElement as HTMLInputElement
  // The native setter, because React's own setter would hide the change from React.
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!
  const lengths = Array.from(
    { length: 2 * word.length },
    (_, n) => word.length - Math.abs(word.length - 1 - n),
  )
  const took: number[] = []
  for (const length of lengths) {
    const started = performance.now()
    value.set!.call(input, word.slice(0, length))
    input.dispatchEvent(new Event('input', { bubbles: true }))
    // A task that is queued within a frame runs after it has been painted.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    took.push(performance.now() - started)
  }
  return took
}

/** Things that {@link pan} moves: a zoomed chart, the map of a VPC, or nothing, for comparison. */
export type Panned = 'chart' | 'map' | 'nothing'

/** Moves something to and fro for two seconds, a step each frame. @returns the number of frames. */
export function pan(what: 'chart' | 'map' | 'nothing'): Promise<number> {
  const chart = document.querySelector('.u-over')
  const map = document.querySelector('[role=group][aria-label^="Map"]')
  if ((what === 'chart' && !chart) || (what === 'map' && !map)) throw new Error(`there is no ${what}`)
  const { left, top, width } = (chart ?? document.body).getBoundingClientRect()
  const mouse = (type: string, part: number) =>
    new MouseEvent(type, {
      bubbles: true,
      shiftKey: true,
      clientX: left + width * part,
      clientY: top + 50,
      movementX: 1,
    })
  const move = (part: number) => {
    if (what === 'chart') document.dispatchEvent(mouse('mousemove', part))
    if (what === 'map') map!.scrollLeft = (map!.scrollWidth - map!.clientWidth) * part
  }
  if (what === 'chart') chart!.dispatchEvent(mouse('mousedown', 0.5))
  return new Promise((resolve) => {
    const started = performance.now()
    let frames = 0
    const step = () => {
      const seconds = (performance.now() - started) / 1000
      frames++
      move(0.5 + Math.sin(seconds * 3) / 2)
      if (seconds < 2) requestAnimationFrame(step)
      else {
        document.dispatchEvent(mouse('mouseup', 0.5))
        resolve(frames)
      }
    }
    requestAnimationFrame(step)
  })
}

/** Records when an element that matches is painted, as `firstRow`. */
export function observeElement(selector: string): void {
  const look = () => {
    const isThere = document.querySelector(selector) !== null
    requestAnimationFrame(
      isThere ? () => ((window as unknown as Observed).firstRow = performance.now()) : look,
    )
  }
  look()
}
