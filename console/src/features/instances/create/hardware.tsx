import { MACHINE_SIZES } from '@granary/domain/machine-sizes.ts'
import { cpuProblem, GiB } from '@granary/domain/sizes.ts'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Bound, required } from '../../../app/kit/forms/bound.tsx'
import { FormSection } from '../../../app/kit/forms/form-page.tsx'
import { QuotaLeft } from '../../../app/kit/forms/quota-left.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { RadioCards } from '../../../ui/fields/radio-cards.tsx'
import { QueryTabs } from '../../../ui/query-tabs.tsx'
import { memoryGibProblem } from '../memory.ts'
import { type InstanceValues, sizeOf } from './values.ts'

const PRESET_TABS = [
  { id: 'general', label: 'General Purpose' },
  { id: 'cpu', label: 'High CPU' },
  { id: 'memory', label: 'High Memory' },
  { id: 'custom', label: 'Custom' },
] as const

/** Chooses CPUs and memory: a preset, or custom numbers. */
export function Hardware({ form }: { form: UseFormReturn<InstanceValues> }) {
  const { control, setValue } = form
  const tab = useWatch({ control, name: 'presetTab' })
  const choose = (next: InstanceValues['presetTab']) => {
    setValue('presetTab', next, { shouldDirty: true })
    if (next === 'custom') return
    const [cpus, memory] = MACHINE_SIZES[next][0]
    setValue('preset', `${cpus}/${memory}`, { shouldDirty: true })
  }
  return (
    <FormSection
      title="Hardware"
      description="Pick a preset, or choose your own number of vCPUs and amount of memory."
    >
      <QueryTabs
        hasControls
        label="Hardware"
        selected={tab}
        onSelect={choose}
        tabs={PRESET_TABS.map(({ id, label }) => ({
          id,
          label,
          content: id === 'custom' ? <Custom form={form} /> : <Presets form={form} tab={id} />,
        }))}
      />
      <HardwareQuota form={form} />
    </FormSection>
  )
}

/** Shows the remaining quota. An instance that exceeds it is created, but can't be started. */
function HardwareQuota({ form: { control } }: { form: UseFormReturn<InstanceValues> }) {
  const [presetTab, preset, customCpus, customMemory, start] = useWatch({
    control,
    name: ['presetTab', 'preset', 'customCpus', 'customMemory', 'start'],
  })
  const { ncpus, memoryGib } = sizeOf({ presetTab, preset, customCpus, customMemory })
  return (
    <QuotaLeft
      requested={{ cpus: ncpus, memory: memoryGib * GiB }}
      consequence={
        start
          ? 'The instance is created, but stays stopped.'
          : "The instance is created, but can't be started."
      }
    />
  )
}

const Custom = ({ form: { control } }: { form: UseFormReturn<InstanceValues> }) => (
  <div className="flex max-w-xs flex-col gap-4">
    <Bound control={control} name="customCpus" problem={(cpus) => required('CPUs')(cpus) ?? cpuProblem(cpus)}>
      {(field) => <NumberField {...field} label="CPUs" minValue={1} required />}
    </Bound>
    <Bound
      control={control}
      name="customMemory"
      problem={(gib) => required('Memory')(gib) ?? memoryGibProblem(gib)}
    >
      {(field) => <NumberField {...field} label="Memory (GiB)" minValue={1} required />}
    </Bound>
  </div>
)

const Presets = ({ form, tab }: { form: UseFormReturn<InstanceValues>; tab: keyof typeof MACHINE_SIZES }) => (
  <Bound control={form.control} name="preset">
    {(field) => (
      <RadioCards
        {...field}
        label="Preset"
        items={MACHINE_SIZES[tab].map(([cpus, memory]) => ({
          value: `${cpus}/${memory}`,
          label: (
            <>
              {cpus} vCPUs
              <span className="block text-sm text-text-muted">{memory} GiB RAM</span>
            </>
          ),
          ariaLabel: `${cpus} CPU ${memory} gibibytes RAM`,
        }))}
      />
    )}
  </Bound>
)
