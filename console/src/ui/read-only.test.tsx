import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { ActionsMenu } from './menu/actions-menu.tsx'
import { ReadOnly } from './read-only.ts'
import { fireEvent, render, screen } from './testing.ts'

const REASON = 'You need another role'
const describedAs = (element: HTMLElement) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent

test('disables changes in a read-only part, with its reason before their own', async () => {
  const onAction = vi.fn()
  render(
    <ReadOnly value={REASON}>
      <Button changes disabledReason="It must be stopped" onPress={onAction}>
        Resize
      </Button>
      <Button onPress={onAction}>Refresh</Button>
      <ActionsMenu
        id="1"
        entries={[
          { label: 'Stop', onAction, disabledReason: 'It must be running' },
          { label: 'Copy address', reads: true, onAction },
        ]}
      />
    </ReadOnly>,
  )
  const resize = screen.getByRole('button', { name: 'Resize' })
  expect(describedAs(resize)).toBe(REASON)
  fireEvent.click(resize)
  expect(onAction).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(onAction).toHaveBeenCalledTimes(1)

  fireEvent.click(screen.getByRole('button', { name: 'Row actions' }))
  const stop = await screen.findByRole('menuitem', { name: 'Stop' })
  expect(describedAs(stop)).toBe(REASON)
  fireEvent.click(stop)
  expect(onAction).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('menuitem', { name: 'Copy ID' }).hasAttribute('aria-disabled')).toBe(false)
  fireEvent.click(screen.getByRole('menuitem', { name: 'Copy address' }))
  expect(onAction).toHaveBeenCalledTimes(2)
})

test('leaves buttons outside of a read-only part enabled', () => {
  const onPress = vi.fn()
  render(
    <Button changes onPress={onPress}>
      Resize
    </Button>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Resize' }))
  expect(onPress).toHaveBeenCalledTimes(1)
})
