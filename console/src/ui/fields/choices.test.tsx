import { createRef, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { fireEvent, render, screen, waitFor } from '../testing.ts'
import { Checkbox } from './checkbox.tsx'
import { ChoicesUnread } from './choices-unread.ts'
import { Combobox } from './combobox.tsx'
import { FileField } from './file-field.tsx'
import { Listbox } from './listbox.tsx'
import { MiniTable } from './mini-table.tsx'
import { RadioCards } from './radio-cards.tsx'
import { RadioGroup } from './radio-group.tsx'

const POOLS = [
  { value: 'd', label: 'default', description: 'Public' },
  { value: 'r', label: 'research' },
  { value: 'x', label: 'retired', isDisabled: true },
]

function Pools() {
  const [value, setValue] = useState<string | null>(null)
  return <Listbox label="Pool" items={POOLS} value={value} onChange={setValue} />
}

test('renders a listbox as a button named by its label and described by its value', async () => {
  render(<Pools />)
  const button = screen.getByRole('button', { name: 'Pool' })
  expect(button.textContent).toBe('Select an option')
  fireEvent.click(button)
  const option = await screen.findByRole('option', { name: /research/ })
  expect(screen.getByRole('option', { name: /retired/ }).getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(option)
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  expect(button.textContent).toBe('research')
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe('research')
})

test('chooses by arrow, letter and Enter keys at once, without loading code', () => {
  render(<Pools />)
  const button = screen.getByRole('button', { name: 'Pool' })
  button.focus()
  fireEvent.keyDown(button, { key: 'ArrowDown' })
  // No await: a lazy import in between would lose the next keys.
  const focused = () => document.activeElement as HTMLElement
  expect(focused().textContent).toContain('default')
  fireEvent.keyDown(focused(), { key: 'ArrowDown' })
  fireEvent.keyDown(focused(), { key: 'Enter' })
  fireEvent.keyUp(focused(), { key: 'Enter' })
  expect(button.textContent).toBe('research')
  expect(document.activeElement).toBe(button)
})

test.each([{ key: 'Enter' }, { key: ' ' }])(
  'focuses the first option when "$key" opens the list',
  ({ key }) => {
    render(<Pools />)
    const button = screen.getByRole('button', { name: 'Pool' })
    button.focus()
    // The browser clicks the button unless the event is cancelled, at the release in the case of Space.
    expect(fireEvent.keyDown(button, { key })).toBe(false)
    expect(document.activeElement?.textContent).toContain('default')
    expect(fireEvent.keyUp(button, { key })).toBe(key !== ' ')
  },
)

test('chooses by letters in a closed listbox, and skips disabled options', () => {
  render(<Pools />)
  const button = screen.getByRole('button', { name: 'Pool' })
  fireEvent.keyDown(button, { key: 'r' })
  expect(button.textContent).toBe('research')
  fireEvent.keyDown(button, { key: 'r' })
  expect(button.textContent).toBe('research')
})

test('shows an empty listbox as such, and disables one that loads', () => {
  const { rerender } = render(<Listbox label="Pool" items={[]} value={null} onChange={() => {}} />)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Pool' })
  expect([button.textContent, button.disabled]).toEqual(['No items', true])
  rerender(<Listbox label="Pool" items={[]} value={null} onChange={() => {}} isLoading />)
  expect(screen.getByLabelText('Spinner')).toBeTruthy()
})

test('names radio buttons by label and description', () => {
  const onChange = vi.fn()
  const items = [{ value: 'image', label: 'Image', description: 'A copy' }] as const
  render(<RadioGroup label="Source" items={items} value={null} onChange={onChange} />)
  expect(screen.getByRole('radiogroup', { name: 'Source' })).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'Image A copy' }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith('image')
})

test('lets a card have its own accessible name', () => {
  render(
    <RadioCards
      label="Hardware"
      items={[{ value: 's', label: '2', ariaLabel: '2 vCPUs, 8 GiB' }]}
      value="s"
      onChange={() => {}}
    />,
  )
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '2 vCPUs, 8 GiB' }).checked).toBe(true)
})

test('shows an indeterminate checkbox', () => {
  const onChange = vi.fn()
  render(
    <Checkbox isSelected={false} isIndeterminate onChange={onChange}>
      All
    </Checkbox>,
  )
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'All' })
  expect(box.indeterminate).toBe(true)
  fireEvent.click(box)
  expect(onChange).toHaveBeenCalledExactlyOnceWith(true)
})

function Certificate() {
  const [file, setFile] = useState<File | null>(null)
  return <FileField label="Certificate" accept=".pem, .crt" value={file} onChange={setFile} />
}

test('takes a chosen or dropped file, shows its name and size, and removes it', () => {
  render(<Certificate />)
  const input = screen.getByLabelText<HTMLInputElement>('Certificate')
  expect(screen.getByText('Drop a file or click to browse (pem, crt)')).toBeTruthy()
  const file = new File(['x'.repeat(1536)], 'a.pem')
  fireEvent.drop(input, { dataTransfer: { files: [file] } })
  expect(screen.getByText('a.pem')).toBeTruthy()
  expect(screen.getByText('(1.5 KiB)')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Clear file' }))
  expect(screen.queryByText('a.pem')).toBeNull()
  fireEvent.change(input, { target: { files: [file] } })
  expect(screen.getByText('a.pem')).toBeTruthy()
})

test('lets a form focus a file field', () => {
  const ref = createRef<HTMLInputElement>()
  render(<FileField label="Key" value={null} onChange={() => {}} ref={ref} error="Key is required" />)
  ref.current?.focus()
  expect(document.activeElement).toBe(screen.getByLabelText('Key'))
})

test('removes rows of a mini table, and hides it without rows', () => {
  const onRemove = vi.fn()
  const columns = [{ header: 'Name', render: (row: string) => row }]
  const { rerender } = render(
    <MiniTable label="Keys" columns={columns} rows={['a', 'b']} rowKey={String} onRemove={onRemove} />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Remove item 2' }))
  expect(onRemove).toHaveBeenCalledExactlyOnceWith('b', 1)
  rerender(<MiniTable label="Keys" columns={columns} rows={[]} rowKey={String} onRemove={onRemove} />)
  expect(screen.queryByRole('table')).toBeNull()
})

test('a field whose options failed to load neither loads forever nor says that there are none', () => {
  render(
    <ChoicesUnread value>
      <Listbox label="Pool" items={[]} value={null} onChange={() => {}} noItems="No pools" isLoading />
      <Combobox label="Disk" items={[]} value={null} onChange={() => {}} isLoading />
      <Listbox label="Project" items={POOLS} value={null} onChange={() => {}} />
    </ChoicesUnread>,
  )
  expect(screen.getByRole('button', { name: 'Pool' }).textContent).toBe('Not loaded')
  expect(screen.queryByLabelText('Spinner')).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Disk' }).placeholder).toBe('Not loaded')
  expect(screen.getByRole('button', { name: 'Project' }).textContent).toBe('Select an option')
})
