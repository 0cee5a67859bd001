import { expect, test, vi } from 'vitest'
import { Button, IconButton } from './button.tsx'
import { fireEvent, render, screen } from './testing.ts'

test('keeps the focus of a disabled button, shows its reason, and does nothing', () => {
  const onPress = vi.fn()
  const onSubmit = vi.fn((event) => event.preventDefault())
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" disabledReason="The instance must be stopped" onPress={onPress}>
        Resize
      </Button>
    </form>,
  )
  const button = screen.getByRole('button', { name: 'Resize' })
  button.focus()
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toBe('The instance must be stopped')
  fireEvent.click(button)
  expect(onPress).not.toHaveBeenCalled()
  expect(onSubmit).not.toHaveBeenCalled()
})

test('shows a spinner while loading and cannot be pressed twice', () => {
  const onPress = vi.fn()
  const { rerender } = render(<Button onPress={onPress}>Save</Button>)
  fireEvent.click(screen.getByRole('button'))
  rerender(
    <Button onPress={onPress} loading>
      Save
    </Button>,
  )
  fireEvent.click(screen.getByRole('button', { name: /Save/ }))
  expect(onPress).toHaveBeenCalledTimes(1)
  expect(screen.getByLabelText('Spinner')).toBeTruthy()
})

test('does not submit the form around it by default', () => {
  const onSubmit = vi.fn((event) => event.preventDefault())
  render(
    <form onSubmit={onSubmit}>
      <Button>Add row</Button>
      <Button type="submit">Create</Button>
    </form>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Add row' }))
  expect(onSubmit).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Create' }))
  expect(onSubmit).toHaveBeenCalledTimes(1)
})

test('names an icon button by its label, once', () => {
  render(<IconButton label="Refresh data">x</IconButton>)
  const button = screen.getByRole('button', { name: 'Refresh data' })
  expect(button.getAttribute('aria-describedby')).toBeNull()
})

test('keeps the focus when it becomes enabled', () => {
  const { rerender } = render(<Button disabledReason="Not yet">Go</Button>)
  screen.getByRole('button').focus()
  rerender(<Button>Go</Button>)
  expect(document.activeElement).toBe(screen.getByRole('button'))
  expect(screen.getByRole('button').hasAttribute('aria-disabled')).toBe(false)
})
