import { expect, test, vi } from 'vitest'
import { fireEvent, render, screen } from '../../ui/testing.ts'
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

test('counts many chosen values', () => {
  const chosen = choices.map(({ value }) => value)
  render(<ChoiceFilter label="Image" choices={choices} chosen={chosen} onChange={() => {}} />)
  expect(screen.getByRole('button').textContent).toBe('Image: 4 chosen')
})
