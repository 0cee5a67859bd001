import { expect, test, vi } from 'vitest'
import { fireEvent, render, screen } from '../../../ui/testing.ts'
import { ChoiceFilter } from './choice-filter.tsx'

const choices = ['a', 'b', 'c', 'd'].map((value) => ({ value }))

test('offers a chosen value that is no choice any more, so that it can be cleared', async () => {
  const onChange = vi.fn()
  render(<ChoiceFilter label="Image" choices={choices} chosen={['a', 'gone']} onChange={onChange} />)
  fireEvent.click(screen.getByRole('button', { name: 'Image: a, gone' }))
  const names = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(names).toEqual(['a', 'b', 'c', 'd', 'gone'])
  fireEvent.click(screen.getByRole('menuitem', { name: 'gone' }))
  expect(onChange).toHaveBeenLastCalledWith(['a'])
})

test('keeps the entries when totals arrive while the menu is open', async () => {
  const menu = (total?: { count: number; isCapped: boolean }) => (
    <ChoiceFilter
      label="Image"
      choices={choices.map((choice) => ({ ...choice, total }))}
      chosen={[]}
      onChange={() => {}}
    />
  )
  const { rerender } = render(menu())
  fireEvent.click(screen.getByRole('button', { name: 'Image' }))
  const entry = await screen.findByRole('menuitem', { name: 'a' })
  rerender(menu({ count: 3, isCapped: false }))
  expect([entry.isConnected, entry.textContent]).toEqual([true, 'a (3)'])
})

test('counts many chosen values', () => {
  const chosen = choices.map(({ value }) => value)
  render(<ChoiceFilter label="Image" choices={choices} chosen={chosen} onChange={() => {}} />)
  expect(screen.getByRole('button').textContent).toBe('Image: 4 chosen')
})
