import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { act, fireEvent, render, screen, waitFor, within } from '../../ui/testing.ts'
import { Palette } from './palette.tsx'
import { openQuickActions, quickActionsOpen, quickActionsText, registeredActions } from './store.ts'

beforeAll(() => {
  // jsdom has no modal dialogs and no layout.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  Element.prototype.scrollIntoView = () => {}
})

const run = vi.fn()
const go = vi.fn()

beforeEach(() => {
  run.mockReset()
  go.mockReset()
  openQuickActions()
  registeredActions.set(
    new Map([
      ['2', { group: 'User', rank: 3, items: [{ label: 'Settings', href: '/settings/profile' }] }],
      ['1', { group: 'Actions', rank: -1, items: [{ label: 'New project', onAction: run }] }],
    ]),
  )
  render(<Palette onGo={go} />)
})

const field = () => screen.getByRole('combobox')
const key = (name: string) => fireEvent.keyDown(field(), { key: name })
const selected = () => screen.getByRole('option', { selected: true }).textContent
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })

test('focuses the field, and shows groups in order with their names', () => {
  expect(document.activeElement).toBe(field())
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
    'Actions',
    'User',
  ])
  expect(
    within(screen.getByRole('group', { name: 'User' }))
      .getByRole('option')
      .getAttribute('href'),
  ).toBe('/settings/profile')
})

test('wraps at up and down, and resets to the first entry on typing', () => {
  expect(selected()).toBe('New project')
  key('ArrowDown')
  expect(selected()).toBe('Settings')
  expect(field().getAttribute('aria-activedescendant')).toBe(
    screen.getByRole('option', { selected: true }).id,
  )
  key('ArrowDown')
  expect(selected()).toBe('New project')
  key('ArrowUp')
  expect(selected()).toBe('Settings')
  type('e')
  expect(selected()).toBe('New project')
})

test('keeps the chosen entry when others appear above it', async () => {
  key('ArrowDown')
  act(() =>
    registeredActions.set((before) =>
      new Map(before).set('3', { group: 'Recent', rank: 0, items: [{ label: 'web', href: '/web' }] }),
    ),
  )
  expect(screen.getAllByRole('option')).toHaveLength(3)
  expect(selected()).toBe('Settings')
  key('Enter')
  await waitFor(() => expect(go).toHaveBeenCalledWith('/settings/profile'))
})

test('runs the selected action on Enter, after closing', async () => {
  key('Enter')
  expect(quickActionsOpen.get()).toBe(false)
  expect(run).not.toHaveBeenCalled()
  await waitFor(() => expect(run).toHaveBeenCalledTimes(1))
})

test('navigates by Enter and by click, and leaves a click for a new tab to the browser', async () => {
  type('sett')
  key('Enter')
  await waitFor(() => expect(go).toHaveBeenCalledWith('/settings/profile'))
  const link = screen.getByRole('option', { name: 'Settings' })
  expect(fireEvent.click(link, { ctrlKey: true })).toBe(true)
  expect(fireEvent.click(link)).toBe(false)
  await waitFor(() => expect(go).toHaveBeenCalledTimes(2))
})

test('presses a focused button on Enter, not the selected action', async () => {
  fireEvent.keyDown(screen.getByRole('button', { name: 'Dismiss' }), { key: 'Enter' })
  expect(quickActionsOpen.get()).toBe(true)
  // By the time the second Enter has run its action, an action of the first one would have run too.
  key('Enter')
  await waitFor(() => expect(run).toHaveBeenCalled())
  expect(run).toHaveBeenCalledTimes(1)
})

test('shows the letters that were typed before it', () => {
  act(() => quickActionsText.set('sett'))
  expect(screen.getByDisplayValue('sett')).toBe(field())
  expect(selected()).toBe('Settings')
  expect(screen.getAllByRole('option')).toHaveLength(1)
})

test('hides the list without a match, and shows it again when cleared', () => {
  type('zzz')
  expect(screen.queryByRole('listbox')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(screen.getAllByRole('option')).toHaveLength(2)
  expect(document.activeElement).toBe(field())
})
