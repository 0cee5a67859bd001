import { expect, test, vi } from 'vitest'
import { QueryTabs } from './query-tabs.tsx'
import { fireEvent, render, screen } from './testing.ts'

const tabs = ['one', 'two', 'three'].map((id) => ({ id, label: id, content: `content ${id}` }))

test('moves the focus by arrow keys, around the ends, and chooses by a click', () => {
  const onSelect = vi.fn()
  render(<QueryTabs label="Numbers" tabs={tabs} selected="one" onSelect={onSelect} />)
  const first = screen.getByRole('tab', { name: 'one' })
  first.focus()
  fireEvent.keyDown(first, { key: 'ArrowLeft' })
  expect(document.activeElement?.textContent).toBe('three')
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowRight' })
  expect(document.activeElement).toBe(first)
  expect(onSelect).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('tab', { name: 'two' }))
  expect(onSelect).toHaveBeenCalledExactlyOnceWith('two')
})

test('leaves arrow keys with a modifier to the browser', () => {
  render(<QueryTabs label="Numbers" tabs={tabs} selected="one" onSelect={() => {}} />)
  const first = screen.getByRole('tab', { name: 'one' })
  first.focus()
  expect(fireEvent.keyDown(first, { key: 'ArrowRight', altKey: true })).toBe(true)
  expect(document.activeElement).toBe(first)
})

test('has only the chosen tab in the tab order, which names its panel', () => {
  render(<QueryTabs label="Numbers" tabs={tabs} selected="two" onSelect={() => {}} />)
  expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([-1, 0, -1])
  expect(screen.getByRole('tabpanel', { name: 'two' }).textContent).toBe('content two')
})

test('is a stop for the Tab key only without controls', () => {
  const shown = render(<QueryTabs label="Numbers" tabs={tabs} selected="one" onSelect={() => {}} />)
  expect(screen.getByRole('tabpanel').tabIndex).toBe(0)
  shown.rerender(<QueryTabs hasControls label="Numbers" tabs={tabs} selected="one" onSelect={() => {}} />)
  expect(screen.getByRole('tabpanel').tabIndex).toBe(-1)
})

test('brings the selected tab into view once the row is laid out, and not before', () => {
  let laidOut = () => {}
  const read = vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockReturnValue(500)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        laidOut = callback
      }
      observe() {}
      disconnect() {}
    },
  )
  render(<QueryTabs label="Numbers" tabs={tabs} selected="three" onSelect={() => {}} />)
  expect(read).not.toHaveBeenCalled()
  laidOut()
  expect(screen.getByRole('tablist').scrollLeft).toBe(500)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
