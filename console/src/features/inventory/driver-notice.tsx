import { useQuery } from '@tanstack/react-query'
import { IfMissed } from '../../app/kit/pages/failed.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { driverSelection } from './driver-selection-query.ts'

/** Names of the drivers in sentences. */
const NAMES: Readonly<Record<string, string>> = { qemu: 'QEMU', simulated: 'the simulation' }

const nameOf = (driver: string): string => NAMES[driver] ?? driver

/** Tells operators that machines are simulated and why, and what this computer lacks to run real ones. */
export function DriverNotice() {
  const read = useQuery({ ...driverSelection, throwOnError: false })
  const { data } = read
  if (!data) return <IfMissed what="The driver of the machines" of={read} />
  const { driver, reason, candidates } = data
  const lacking = candidates.filter(({ missing }) => missing.length > 0)
  if (driver !== 'simulated' && lacking.length === 0) return null
  const title = driver === 'simulated' ? 'Machines are simulated' : `Machines are run by ${nameOf(driver)}`
  return (
    <MessageBox variant={lacking.length > 0 ? 'notice' : 'info'} title={title} className="mb-2">
      <p>{reason}</p>
      {lacking.map(({ name, missing }) => (
        <div key={name} className="mt-2">
          <p>To run machines with {nameOf(name)}, this computer needs something more:</p>
          <ul className="list-disc pl-5">
            {missing.map((sentence) => (
              <li key={sentence}>
                <Lack sentence={sentence} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </MessageBox>
  )
}

/** Says what is missing. A sentence that ends with a command has it after its last colon, without a full stop. */
function Lack({ sentence }: { sentence: string }) {
  const at = sentence.endsWith('.') ? -1 : sentence.lastIndexOf(': ')
  if (at < 0) return sentence
  const command = sentence.slice(at + 2)
  return (
    <>
      {sentence.slice(0, at + 1)} <code className="font-mono text-xs break-words">{command}</code>
      <CopyButton text={command} className="z-1 ml-1 size-6 align-middle" />
    </>
  )
}
