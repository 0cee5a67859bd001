import { useState } from 'react'
import { Badge } from '../badge.tsx'
import { Checkbox } from '../fields/checkbox.tsx'
import { Combobox } from '../fields/combobox.tsx'
import { FileField } from '../fields/file-field.tsx'
import { FilterInput } from '../fields/filter-input.tsx'
import { Listbox } from '../fields/listbox.tsx'
import { MiniTable } from '../fields/mini-table.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { RadioCards } from '../fields/radio-cards.tsx'
import { RadioGroup } from '../fields/radio-group.tsx'
import { DescriptionField, NameField, TextField } from '../fields/text-field.tsx'
import { Section } from './section.tsx'

const POOLS = [
  {
    value: 'default',
    label: 'default',
    badge: <Badge color="neutral">default</Badge>,
    description: 'Public addresses',
  },
  {
    value: 'research',
    label: 'research',
    badge: <Badge>v6</Badge>,
    description: 'For the laboratory, on the second floor, behind the door that is always locked',
  },
  { value: 'old', label: 'old', isDisabled: true },
]
const MANY = Array.from({ length: 5000 }, (_, index) => ({
  value: `image-${index}`,
  label: `image ${index}`,
}))
const KEYS = ['laptop', 'work', 'phone']

/** Every kind of field: filled, empty, invalid and disabled. */
export function FieldsPage() {
  const [memory, setMemory] = useState<number | null>(4)
  const [pool, setPool] = useState<string | null>('default')
  const [image, setImage] = useState<string | null>('image-7')
  const [custom, setCustom] = useState<string | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const [keys, setKeys] = useState(KEYS)
  const [filter, setFilter] = useState('')
  return (
    <Section title="Fields">
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
        <TextFields />
        <NumberField label="Memory (GiB)" value={memory} onChange={setMemory} minValue={1} maxValue={1536} />
        <NumberField label="vCPUs" value={null} onChange={() => {}} error="vCPUs is required" required />
        <Listbox
          label="Pool"
          items={POOLS}
          value={pool}
          onChange={setPool}
          hint="Where the address comes from"
        />
        <Listbox label="Nothing to choose" items={[]} value={null} onChange={() => {}} />
        <Listbox label="On its way" items={[]} value={null} onChange={() => {}} isLoading />
        <Listbox label="Wrong" items={POOLS} value={null} onChange={() => {}} error="Wrong is required" />
        <Combobox label="Image" items={MANY} value={image} onChange={setImage} />
        <Combobox label="Target" items={POOLS} value={custom} onChange={setCustom} allowsArbitrary optional />
        <Choices />
        <FileField label="Certificate" accept=".pem,.crt" value={file} onChange={setFile} />
        <MiniTable
          label="Keys"
          columns={[
            { header: 'Name', render: (key) => key },
            { header: 'Kind', render: () => 'ed25519' },
          ]}
          rows={keys}
          rowKey={(key) => key}
          removeLabel={(key) => `Remove ${key}`}
          onRemove={(key) => setKeys(keys.filter((other) => other !== key))}
          empty="No keys"
        />
        <FilterInput label="Filter disks by name" value={filter} onChange={setFilter} />
      </div>
    </Section>
  )
}

function TextFields() {
  const [name, setName] = useState('web-1')
  const [text, setText] = useState('')
  return (
    <>
      <NameField value={name} onChange={setName} />
      <NameField
        value="Web 1"
        onChange={() => {}}
        error="Can only contain lower-case letters, numbers, and dashes"
      />
      <DescriptionField value={text} onChange={setText} />
      <TextField
        label="Public key"
        hint="As ssh-keygen writes it"
        value={text}
        onChange={setText}
        rows={3}
        mono
      />
      <TextField label="Service URL" value="https://granary.example/login/saml" copyable mono />
      <TextField label="Cannot be changed" value="fixed" isDisabled />
    </>
  )
}

function Choices() {
  const [ticked, setTicked] = useState(true)
  const [source, setSource] = useState<string | null>('image')
  const [size, setSize] = useState<string | null>('s')
  return (
    <>
      <RadioGroup
        label="Source"
        value={source}
        onChange={setSource}
        items={[
          { value: 'image', label: 'Image', description: 'A copy of an image that is there' },
          { value: 'blank', label: 'Blank', description: 'Zeros' },
          { value: 'snapshot', label: 'Snapshot', isDisabled: true },
        ]}
      />
      <div className="flex flex-col gap-3">
        <Checkbox isSelected={ticked} onChange={setTicked}>
          Start when created
        </Checkbox>
        <Checkbox isSelected={false} isIndeterminate onChange={() => {}}>
          Some of them
        </Checkbox>
        <Checkbox isSelected isDisabled onChange={() => {}} hint="Because the silo says so">
          Always
        </Checkbox>
      </div>
      <RadioCards
        label="Hardware"
        value={size}
        onChange={setSize}
        items={['s', 'm', 'l', 'xl'].map((value, index) => ({
          value,
          label: (
            <>
              {2 ** (index + 1)} <span className="text-text-muted">vCPUs</span>
              <br />
              {2 ** (index + 3)} <span className="text-text-muted">GiB</span>
            </>
          ),
        }))}
      />
    </>
  )
}
