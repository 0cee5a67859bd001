import { expect, test, vi } from 'vitest'
import { fireEvent, render, screen } from '../../../ui/testing.ts'
import { StateFilter } from './state-filter.tsx'

const states = ['running', 'import_ready', 'destroyed'] as const

test('offers each state with its count, and adds and removes one', async () => {
  const onChange = vi.fn()
  const totals = [{ state: 'running' as const, total: { count: 10_000, isCapped: true } }]
  render(<StateFilter states={states} chosen={['running']} totals={totals} onChange={onChange} />)
  fireEvent.click(screen.getByRole('button', { name: 'State: running' }))
  const names = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(names).toEqual(['running (10,000+)', 'import ready (0)'])
  fireEvent.click(screen.getByRole('menuitem', { name: /import/ }))
  expect(onChange).toHaveBeenLastCalledWith(['running', 'import_ready'])
})

test('lists all states again without a choice, and shows no counts that it does not have', async () => {
  const onChange = vi.fn()
  render(<StateFilter states={states} chosen={['running']} onChange={onChange} />)
  fireEvent.click(screen.getByRole('button', { name: 'State: running' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'running' }))
  expect(onChange).toHaveBeenLastCalledWith(undefined)
})
