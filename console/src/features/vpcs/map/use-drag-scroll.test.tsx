import { beforeEach, expect, test, vi } from 'vitest'
import { render } from '../../../ui/testing.ts'
import { useDragScroll } from './use-drag-scroll.ts'

const clicked = vi.fn()
let node: HTMLButtonElement
beforeEach(() => {
  clicked.mockClear()
  const Box = () => (
    <div {...useDragScroll()}>
      <button type="button" onClick={clicked}>
        Subnet
      </button>
    </div>
  )
  const { container } = render(<Box />)
  const box = container.querySelector('div')!
  // jsdom has neither.
  box.setPointerCapture = () => {}
  box.scrollTo = () => {}
  node = container.querySelector('button')!
})

const point = (type: string, clientX: number) =>
  node.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      pointerType: 'mouse',
      pointerId: 1,
      button: 0,
      buttons: 1,
      clientX,
    }),
  )
const drag = () => {
  point('pointerdown', 0)
  point('pointermove', 50)
}
/** @param detail presses that it ends; 0 for the keyboard. */
function click(detail: number): number {
  node.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }))
  return clicked.mock.calls.length
}

test('the click at the end of a drag presses nothing, the next one does', () => {
  drag()
  expect(click(1)).toBe(0)
  expect(click(1)).toBe(1)
})

test('Enter presses after a drag that ended without a click', () => {
  drag()
  expect(click(0)).toBe(1)
})

test('a drag that the browser takes over is none', () => {
  drag()
  point('pointercancel', 50)
  expect(click(1)).toBe(1)
})
