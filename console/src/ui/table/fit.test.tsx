import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fit } from './fit.ts'

/** What the observers of boxes call once something has another size. */
let resize: () => void
const disconnect = vi.fn()
beforeEach(() => {
  widths = [400]
  vi.stubGlobal(
    'ResizeObserver',
    class {
      disconnect = disconnect
      constructor(callback: () => void) {
        resize = callback
      }
      observe = () => {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** How wide the table is after each step of saving room. */
let widths: number[]

function renderBox(cell: React.ReactNode) {
  const view = render(
    <div ref={fit} data-testid="box">
      <table aria-label="Disks">
        <tbody>
          <tr>
            <td>{cell}</td>
          </tr>
        </tbody>
      </table>
    </div>,
  )
  const box = view.getByTestId('box')
  const resizeTo = (clientWidth: number) => {
    Object.defineProperties(box, {
      scrollWidth: {
        get: () => widths[box.dataset.room?.split(' ').length ?? 0] ?? widths.at(-1),
        configurable: true,
      },
      clientWidth: { value: clientWidth, configurable: true },
    })
    resize()
  }
  return { ...view, box, resizeTo }
}

test('a box takes the focus while its table is wider', () => {
  const { box, resizeTo, unmount } = renderBox('data')
  resizeTo(300)
  expect([box.tabIndex, box.role, box.ariaLabel]).toEqual([0, 'group', 'Disks'])
  resizeTo(400)
  expect([box.tabIndex, box.hasAttribute('role'), box.hasAttribute('aria-label')]).toEqual([-1, false, false])
  unmount()
  expect(disconnect).toHaveBeenCalled()
})

test('a box with a control is no stop of its own', () => {
  const { box, resizeTo } = renderBox(<a href="/">data</a>)
  resizeTo(300)
  expect(box.tabIndex).toBe(-1)
})

test('a table saves room step by step until it fits, and has it back in a wider box', () => {
  widths = [400, 380, 350, 320, 290]
  const { box, resizeTo } = renderBox('data')
  resizeTo(400)
  expect(box.dataset.room).toBeUndefined()
  resizeTo(350)
  expect(box.dataset.room).toBe('tight few')
  resizeTo(100)
  expect(box.dataset.room).toBe('tight few fewer cut')
  resizeTo(390)
  expect(box.dataset.room).toBe('tight')
})

test('other rows take room, and give none back', () => {
  const { box, resizeTo } = renderBox('data')
  widths = [400, 300]
  resizeTo(350)
  widths = [450, 400, 300]
  resizeTo(350)
  expect(box.dataset.room).toBe('tight few')
  widths = [300]
  resizeTo(350)
  expect(box.dataset.room).toBe('tight few')
})
