import { instanceUpdate } from '@granary/contract/generated/client.ts'
import { instanceActionAllowed } from '@granary/domain/instance-states.ts'
import { MACHINE_SIZES } from '@granary/domain/machine-sizes.ts'
import { cpuProblem, GiB } from '@granary/domain/sizes.ts'
import { useId, useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { required } from '../../app/kit/forms/bound.tsx'
import { QuotaLeft } from '../../app/kit/forms/quota-left.tsx'
import { ReadOnlyNotice } from '../../app/kit/forms/read-only-notice.tsx'
import { useOperation } from '../../api/operate.ts'
import { Listbox } from '../../ui/fields/listbox.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { ShowAs } from '../../app/show-as/show-as.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { useReadOnly } from '../../ui/read-only.ts'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { QuotaMeters } from './quota-meters.tsx'
import type { Instance } from './use-instance.ts'
import { memoryGibProblem } from './memory.ts'
import { updateOf } from './update.ts'

type ResizeDialogProps = {
  instance: Instance
  /** Link of the toast; none on the page of the instance itself. */
  linkTo?: string
  onClose: () => void
}

/** The size that the user chooses, and the request that changes it. */
function useResize({ instance, linkTo, onClose }: ResizeDialogProps) {
  const updateInstance = useOperation(instanceUpdate)
  const readOnly = useReadOnly()
  // Untouched fields follow the instance, so that a change of one field keeps concurrent changes of the other.
  const [typedCpus, setNcpus] = useState<number | null>()
  const [typedMemory, setMemory] = useState<number | null>()
  const ncpus = typedCpus === undefined ? instance.ncpus : typedCpus
  const memory = typedMemory === undefined ? instance.memory / GiB : typedMemory
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const allowed = instanceActionAllowed('resize', instance.runState)
  const problems = {
    cpu: required('vCPUs')(ncpus) ?? cpuProblem(ncpus),
    memory: required('Memory')(memory) ?? memoryGibProblem(memory),
  }
  const unchanged = ncpus === instance.ncpus && memory === instance.memory / GiB
  const canResize = readOnly === null && allowed && !unchanged && !problems.cpu && !problems.memory

  const send = () => {
    const body = { ...updateOf(instance), ncpus: ncpus!, memory: memory! * GiB }
    return updateInstance({ path: { instance: instance.id }, body })
  }
  const resize = async () => {
    setPending(true)
    setFailure(null)
    try {
      await send()
      addToast({
        content: (
          <>
            Instance <Highlight>{instance.name}</Highlight> resized
          </>
        ),
        ...(linkTo ? { link: { text: 'View instance', href: linkTo } } : {}),
      })
      onClose()
    } catch (error) {
      setFailure(messageOf(error))
      setPending(false)
    }
  }
  const isReadOnly = !allowed || pending || readOnly !== null
  return {
    ncpus,
    setNcpus,
    memory,
    setMemory,
    problems,
    allowed,
    isReadOnly,
    canResize,
    pending,
    failure,
    send,
    resize,
  }
}

/** Changes the CPUs and memory of an instance. */
export default function ResizeDialog(props: ResizeDialogProps) {
  const { instance, onClose } = props
  const formId = useId()
  const size = useResize(props)
  const { problems, canResize, pending } = size
  const label = instance.name.length > 20 ? `${instance.name.slice(0, 18)}…` : instance.name
  return (
    <Dialog
      title="Resize instance"
      onClose={onClose}
      footerStart={<ShowAs of={size.send} isReady={async () => !problems.cpu && !problems.memory} />}
      footer={
        <DialogButtons
          onCancel={onClose}
          type="submit"
          changes
          form={formId}
          loading={pending}
          isDisabled={!canResize}
        >
          Resize
        </DialogButtons>
      }
    >
      <form
        id={formId}
        autoComplete="off"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (canResize && !pending) void size.resize()
        }}
      >
        <ReadOnlyNotice />
        {size.allowed ? (
          <MessageBox>
            Current ({label}): {instance.ncpus} {instance.ncpus === 1 ? 'vCPU' : 'vCPUs'} /{' '}
            {instance.memory / GiB} GiB
          </MessageBox>
        ) : (
          <MessageBox variant="error">The instance must be stopped before it can be resized.</MessageBox>
        )}
        <Presets size={size} />
        <NumberField
          label="vCPUs"
          value={size.ncpus}
          onChange={size.setNcpus}
          minValue={1}
          error={problems.cpu ?? undefined}
          isDisabled={size.isReadOnly}
          required
        />
        <NumberField
          label="Memory (GiB)"
          value={size.memory}
          onChange={size.setMemory}
          minValue={1}
          error={problems.memory ?? undefined}
          isDisabled={size.isReadOnly}
          required
        />
        <QuotaLeft
          requested={{ cpus: size.ncpus ?? 0, memory: (size.memory ?? 0) * GiB }}
          consequence="The instance is resized, but can't be started."
        />
        <QuotaMeters
          title="Quota of your silo once it runs"
          added={{ cpus: size.ncpus ?? 0, memory: (size.memory ?? 0) * GiB }}
        />
        {size.failure && (
          <p role="alert" className="text-sm text-danger">
            {size.failure}
          </p>
        )}
      </form>
    </Dialog>
  )
}

const KINDS = { general: 'General purpose', cpu: 'High CPU', memory: 'High memory' } as const
const CUSTOM = { value: 'custom', label: 'Custom' }

const PRESETS = (Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((kind) =>
  MACHINE_SIZES[kind].map(([cpus, memory]) => ({
    value: `${cpus}/${memory}`,
    label: `${cpus} vCPUs, ${memory} GiB`,
    description: KINDS[kind],
  })),
)

/** The sizes of the form that creates an instance. One of them fills in both numbers. */
function Presets({ size }: { size: ReturnType<typeof useResize> }) {
  const current = `${size.ncpus}/${size.memory}`
  const isPreset = PRESETS.some(({ value }) => value === current)
  return (
    <Listbox
      label="Preset"
      items={isPreset ? PRESETS : [CUSTOM, ...PRESETS]}
      value={isPreset ? current : CUSTOM.value}
      isDisabled={size.isReadOnly}
      onChange={(chosen) => {
        if (chosen === CUSTOM.value) return
        const [cpus, memory] = chosen.split('/').map(Number)
        size.setNcpus(cpus!)
        size.setMemory(memory!)
      }}
    />
  )
}
