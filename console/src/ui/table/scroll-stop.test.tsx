import { render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scrollStop } from './scroll-stop.ts'

/** What the observers of boxes call once something has another size. */
let resize: () => void
const disconnect = vi.fn()
beforeEach(() =>
  vi.stubGlobal(
    'ResizeObserver',
    class {
      disconnect = disconnect
      constructor(callback: () => void) {
        resize = callback
      }
      observe = () => {}
    },
  ),
)
afterEach(() => {
  vi.unstubAllGlobals()
})

function renderBox(cell: React.ReactNode) {
  const view = render(
    <div ref={scrollStop} data-testid="box">
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
      scrollWidth: { value: 400, configurable: true },
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
