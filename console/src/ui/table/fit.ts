/**
 * How a table saves room, one step after the other, each with those before it: cells move together and a creation loses its time of day,
 * the least important columns give way, then the next ones, at last texts are cut. `components.css` has what each does.
 */
const STEPS = ['tight', 'few', 'fewer', 'cut']

const isTooWide = (box: HTMLElement): boolean => box.scrollWidth > box.clientWidth

/** Saves room in a table until it is no wider than its box, before the browser paints. */
function saveRoom(box: HTMLElement): void {
  for (let step = 0; isTooWide(box) && step < STEPS.length; step++)
    box.dataset.room = STEPS.slice(0, Math.max(step, taken(box)) + 1).join(' ')
}

/** The steps that a box has taken. */
const taken = (box: HTMLElement): number => box.dataset.room?.split(' ').length ?? 0

/** Lets the keyboard scroll a box that is wider than its place: it takes the focus itself where nothing in it does. */
function markStop(box: HTMLElement, label: string | null): void {
  const isStop = isTooWide(box) && !box.querySelector('a, button, input')
  const attributes = { tabindex: '0', role: 'group', 'aria-label': label ?? 'Table' }
  for (const [name, value] of Object.entries(attributes))
    if (isStop) box.setAttribute(name, value)
    else box.removeAttribute(name)
}

/**
 * Fits a table into its box, which scrolls sideways where nothing helps. Room that was saved is given back when the box has another
 * width or the table other columns, or once it has loaded, not for other rows: columns that come and go with each answer would be worse. A callback for `ref`.
 */
export function fit(box: HTMLElement | null): (() => void) | undefined {
  if (!box || typeof ResizeObserver === 'undefined') return undefined
  const table = box.firstElementChild as HTMLTableElement
  let before = ''
  const observer = new ResizeObserver(() => {
    const now = [box.clientWidth, table.rows[0]?.cells.length, table.dataset.all, table.ariaBusy].join()
    if (now !== before) delete box.dataset.room
    before = now
    saveRoom(box)
    markStop(box, table.ariaLabel)
  })
  observer.observe(box)
  observer.observe(table)
  return () => observer.disconnect()
}
