import { createRef, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { fireEvent, render, screen, waitFor } from '../testing.ts'
import { Checkbox } from './checkbox.tsx'
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

test('a listbox is a button named by its label, described by its value, that opens options', async () => {
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

test('keys arrow, letter and Enter choose at once, without waiting for code', () => {
  render(<Pools />)
  const button = screen.getByRole('button', { name: 'Pool' })
  button.focus()
  fireEvent.keyDown(button, { key: 'ArrowDown' })
  // No await: what loads in between would lose the next keys.
  const focused = () => document.activeElement as HTMLElement
  expect(focused().textContent).toContain('default')
  fireEvent.keyDown(focused(), { key: 'ArrowDown' })
  fireEvent.keyDown(focused(), { key: 'Enter' })
  fireEvent.keyUp(focused(), { key: 'Enter' })
  expect(button.textContent).toBe('research')
  expect(document.activeElement).toBe(button)
})

test('letters choose in a closed listbox, and pass over what is disabled', () => {
  render(<Pools />)
  const button = screen.getByRole('button', { name: 'Pool' })
  fireEvent.keyDown(button, { key: 'r' })
  expect(button.textContent).toBe('research')
  fireEvent.keyDown(button, { key: 'r' })
  expect(button.textContent).toBe('research')
})

test('a listbox without items says so, and one that loads is off', () => {
  const { rerender } = render(<Listbox label="Pool" items={[]} value={null} onChange={() => {}} />)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Pool' })
  expect([button.textContent, button.disabled]).toEqual(['No items', true])
  rerender(<Listbox label="Pool" items={[]} value={null} onChange={() => {}} isLoading />)
  expect(screen.getByLabelText('Spinner')).toBeTruthy()
})

test('radios are named by label and description', () => {
  const onChange = vi.fn()
  const items = [{ value: 'image', label: 'Image', description: 'A copy' }] as const
  render(<RadioGroup label="Source" items={items} value={null} onChange={onChange} />)
  expect(screen.getByRole('radiogroup', { name: 'Source' })).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'Image A copy' }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith('image')
})

test('cards can have a name of their own', () => {
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

test('a checkbox can be undecided', () => {
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

test('a file can be chosen or dropped, shows name and size, and can be taken away', () => {
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

test('a form can put the focus on a file field', () => {
  const ref = createRef<HTMLInputElement>()
  render(<FileField label="Key" value={null} onChange={() => {}} ref={ref} error="Key is required" />)
  ref.current?.focus()
  expect(document.activeElement).toBe(screen.getByLabelText('Key'))
})

test('a mini table takes rows out, and is not there without rows', () => {
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
