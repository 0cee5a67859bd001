import { expect, test, vi } from 'vitest'
import { fireEvent, render, screen } from '../testing.ts'
import { DescriptionField, NameField, TextField } from './text-field.tsx'

test('is named by its label without "(Optional)", and by its hint', () => {
  render(
    <>
      <DescriptionField value="" onChange={() => {}} />
      <TextField label="Host" hint="As others see it" value="" onChange={() => {}} />
    </>,
  )
  expect(screen.getByText('(Optional)')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Description' }).tagName).toBe('TEXTAREA')
  expect(screen.getByRole('textbox', { name: 'Host As others see it' })).toBeTruthy()
})

test('reports changes and blur', () => {
  const [onChange, onBlur] = [vi.fn(), vi.fn()]
  render(<NameField value="" onChange={onChange} onBlur={onBlur} />)
  const field = screen.getByRole('textbox', { name: 'Name' })
  fireEvent.change(field, { target: { value: 'web' } })
  fireEvent.blur(field)
  expect(onChange).toHaveBeenCalledExactlyOnceWith('web')
  expect(onBlur).toHaveBeenCalledTimes(1)
})

test('trims a pasted name, and keeps a typed one as it is', () => {
  const onChange = vi.fn()
  const { rerender } = render(<NameField value="" onChange={onChange} />)
  const type = (value: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value } })
  type(' web-1\n')
  expect(onChange).toHaveBeenLastCalledWith('web-1')
  rerender(<NameField value="web-1" onChange={onChange} />)
  type('web-1 ')
  expect(onChange).toHaveBeenLastCalledWith('web-1 ')
  rerender(<NameField value="web-1" onChange={onChange} />)
  fireEvent.input(screen.getByRole('textbox'), { target: { value: ' db ' }, inputType: 'insertFromPaste' })
  expect(onChange, 'over something longer').toHaveBeenLastCalledWith('db')
  rerender(<NameField value=" web-1" onChange={onChange} />)
  fireEvent.blur(screen.getByRole('textbox'))
  expect(onChange, 'by leaving the field').toHaveBeenLastCalledWith('web-1')
})

test('tidies pasted and finished text, and none that the user types', () => {
  const onChange = vi.fn()
  const tidy = (text: string) => text.replaceAll(' ', '')
  const show = (value: string) => <TextField label="Ports" value={value} onChange={onChange} tidy={tidy} />
  const { rerender } = render(show('80'))
  const field = screen.getByRole('textbox')
  fireEvent.change(field, { target: { value: '80 ' } })
  expect(onChange).toHaveBeenLastCalledWith('80 ')
  fireEvent.change(field, { target: { value: '8' } })
  expect(onChange).toHaveBeenLastCalledWith('8')
  rerender(show('80 '))
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(onChange, 'by Enter').toHaveBeenLastCalledWith('80')
  rerender(show('80'))
  fireEvent.paste(field, { clipboardData: { getData: () => ',\r\n443\n90\n' } })
  expect(onChange, 'with line breaks').toHaveBeenLastCalledWith('80,44390')
})

test('marks the field with an error and announces it in an existing live region', () => {
  const { rerender } = render(<NameField value="" onChange={() => {}} />)
  const region = document.querySelector('[aria-live="assertive"]')
  rerender(<NameField value="" onChange={() => {}} error="Name is required" />)
  const field = screen.getByRole('textbox', { name: 'Name' })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(region?.textContent).toBe('Name is required')
  expect(field.getAttribute('aria-describedby')).toBe(region?.id)
})

test('offers the closest name while a text is typed that is none', () => {
  const onChange = vi.fn()
  const { rerender } = render(<NameField value="My First Project" onChange={onChange} />)
  fireEvent.click(screen.getByRole('button', { name: 'Use my-first-project instead' }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith('my-first-project')
  rerender(<NameField value="my-first-project" onChange={onChange} />)
  expect(screen.queryByRole('button')).toBeNull()
  rerender(<NameField value="Ann@Example.org" onChange={onChange} suggests={false} />)
  expect(screen.queryByRole('button')).toBeNull()
})
