import { beforeEach, expect, test, vi } from 'vitest'
import { Button } from '../button.tsx'
import { NavigationProvider } from '../navigation.tsx'
import { act, fireEvent, render, screen, waitFor } from '../testing.ts'
import { ActionsMenu } from './actions-menu.tsx'
import type { MenuEntry } from './entries.ts'
import { Menu } from './menu.tsx'

const writeText = vi.fn(() => Promise.resolve())
beforeEach(() => void Object.assign(navigator, { clipboard: { writeText } }))

const show = (entries: MenuEntry[]) => render(<Menu trigger={<Button>Actions</Button>} entries={entries} />)

const press = (key: string) => {
  fireEvent.keyDown(document.activeElement!, { key })
  fireEvent.keyUp(document.activeElement!, { key })
}

test('opens on a press, runs the chosen action, closes, and returns the focus', async () => {
  const onAction = vi.fn()
  show([{ label: 'Start', onAction }])
  const trigger = screen.getByRole('button', { name: 'Actions' })
  fireEvent.click(trigger)
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Start' }))
  expect(onAction).toHaveBeenCalledTimes(1)
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(trigger))
  expect(trigger.getAttribute('aria-expanded')).toBe('false')
})

test('lets a disabled item be focused, shows its reason, and does nothing', async () => {
  const onAction = vi.fn()
  show([{ label: 'Stop', onAction, disabledReason: 'Only running instances can be stopped', danger: true }])
  fireEvent.click(screen.getByRole('button', { name: 'Actions' }))
  const item = await screen.findByRole('menuitem', { name: 'Stop' })
  expect(item.getAttribute('aria-disabled')).toBe('true')
  expect(item.hasAttribute('data-danger')).toBe(false)
  expect(document.getElementById(item.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Only running instances can be stopped',
  )
  fireEvent.click(item)
  expect(onAction).not.toHaveBeenCalled()
  expect(screen.getByRole('menu')).toBeTruthy()
})

test('follows a link in place, and in a new tab with a modifier', async () => {
  const navigate = vi.fn()
  render(
    <NavigationProvider value={{ navigate, preload: () => {} }}>
      <Menu trigger={<Button>Go</Button>} entries={[{ label: 'Silo', href: '/projects' }]} />
    </NavigationProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Go' }))
  const item = await screen.findByRole('menuitem', { name: 'Silo' })
  expect(item.getAttribute('href')).toBe('/projects')
  fireEvent.click(item, { ctrlKey: true })
  expect(navigate).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Go' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Silo' }))
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/projects')
})

test('renders choices as radio items, one of them checked', async () => {
  const onChoose = vi.fn()
  const choices = ['Light', 'Dark'].map((label) => ({ label, value: label.toLowerCase() }))
  show([{ label: 'Theme', choices, chosen: 'dark', onChoose }])
  fireEvent.click(screen.getByRole('button', { name: 'Actions' }))
  const theme = await screen.findByRole('menuitem', { name: 'Theme' })
  act(() => theme.focus())
  press('ArrowRight')
  const [light, dark] = await screen.findAllByRole('menuitemradio')
  expect([light, dark].map((item) => item?.getAttribute('aria-checked'))).toEqual(['false', 'true'])
  await waitFor(() => expect(document.activeElement).toBe(dark))
  press('ArrowUp')
  await waitFor(() => expect(document.activeElement).toBe(light))
  press('Enter')
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('light')
})

test('closes at a press elsewhere, and stays closed after a press on its trigger', async () => {
  show([{ label: 'Start', onAction: () => {} }])
  const trigger = screen.getByRole('button', { name: 'Actions' })
  fireEvent.click(trigger)
  await screen.findByRole('menu')
  fireEvent.pointerDown(document.body)
  expect(screen.queryByRole('menu')).toBeNull()
  fireEvent.click(trigger)
  await screen.findByRole('menu')
  expect(fireEvent.mouseDown(trigger)).toBe(false)
  fireEvent.click(trigger)
  expect(screen.queryByRole('menu')).toBeNull()
})

test('starts row actions with copying the id', async () => {
  render(<ActionsMenu id="abc" entries={[{ label: 'Delete', danger: true, onAction: () => {} }]} />)
  fireEvent.click(screen.getByRole('button', { name: 'Row actions' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.textContent)).toEqual(['Copy ID', 'Delete'])
  expect(items[1]?.hasAttribute('data-danger')).toBe(true)
  fireEvent.click(items[0]!)
  expect(writeText).toHaveBeenCalledExactlyOnceWith('abc')
})
