import { afterEach, beforeEach, expect, test } from 'vitest'
import { fireEvent } from '../../ui/testing.ts'
import { listenForQuickActions } from './shortcut.ts'
import { quickActionsOpen, quickActionsText, registeredActions } from './store.ts'

listenForQuickActions()
beforeEach(() => void (document.body.innerHTML = '<div id="root"></div>'))
afterEach(() => {
  quickActionsOpen.set(false)
  registeredActions.set(new Map())
})

const press = (init: object) => fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true, ...init })

test('opens with Ctrl+K or Cmd+K before the first page is shown, and closes', () => {
  expect(press({})).toBe(false)
  expect(quickActionsOpen.get()).toBe(true)
  press({ ctrlKey: false, metaKey: true })
  expect(quickActionsOpen.get()).toBe(false)
})

const type = (...keys: string[]) => keys.map((key) => fireEvent.keyDown(document.body, { key }))

test('keeps letters from before the palette is shown, and closes with Escape', () => {
  press({})
  type('v', 'p', 'x', 'Backspace', 'c', 'Shift', 'Enter')
  expect(quickActionsText.get()).toBe('vpc')
  fireEvent.keyDown(document.body, { key: 'r', ctrlKey: true })
  fireEvent.keyDown(document.body.appendChild(document.createElement('input')), { key: 'a' })
  expect(quickActionsText.get()).toBe('vpc')
  type('Escape')
  expect(quickActionsOpen.get()).toBe(false)
  expect(type('d')).toEqual([true])
  press({})
  expect(quickActionsText.get()).toBe('')
})

test('leaves other keys to the page', () => {
  for (const init of [{ key: 'j' }, { ctrlKey: false }, { shiftKey: true }, { altKey: true }])
    expect(press(init)).toBe(true)
  expect(quickActionsOpen.get()).toBe(false)
})

test('does not open over a page without quick actions', () => {
  document.getElementById('root')!.innerHTML = '<h1>Sign in</h1>'
  expect(press({})).toBe(true)
  expect(quickActionsOpen.get()).toBe(false)
  registeredActions.set(new Map([['a', { group: 'Silo', rank: 1, items: [{ label: 'Projects' }] }]]))
  press({})
  expect(quickActionsOpen.get()).toBe(true)
})
