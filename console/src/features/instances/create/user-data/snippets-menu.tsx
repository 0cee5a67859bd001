import { currentUserSshKeyList } from '@granary/contract/generated/client.ts'
import { type Snippet, snippetProblems } from '@granary/domain/cloud-init/snippets.ts'
import { useQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useMemo } from 'react'
import { allQuery } from '../../../../api/queries.ts'
import { Button } from '../../../../ui/button.tsx'
import type { MenuEntry } from '../../../../ui/menu/entries.ts'
import { Menu } from '../../../../ui/menu/menu.tsx'

type SnippetsMenuProps = {
  /** The text that is not being typed just now: to see what fits takes longer than a key. */
  text: string
  /** Whether the new instance has a disk beside its boot disk. */
  hasDisks: boolean
  /** IDs of the chosen keys. */
  sshKeys: readonly string[]
  isDisabled: boolean
  /** Inserts into the text as it is then. */
  onInsert: (snippet: Snippet) => void
}

type Choice = { label: string; snippet: Snippet; missing?: string | false }

/** Inserts parts into a `#cloud-config`. One that doesn't fit into the text says why. */
export function SnippetsMenu({ text, hasDisks, sshKeys, isDisabled, onInsert }: SnippetsMenuProps) {
  const listed = useQuery({ ...allQuery(currentUserSshKeyList, {}), throwOnError: false }).data
  const checked = useMemo(() => {
    const keys = (listed ?? [])
      .filter(({ id }) => sshKeys.includes(id))
      .map(({ publicKey }) => publicKey.trim())
    const choices = choicesOf(keys, hasDisks)
    const problems = snippetProblems(
      text,
      choices.map(({ snippet }) => snippet),
    )
    return choices.map(({ label, snippet, missing }, at) => ({
      label,
      snippet,
      reason: problems[at] ?? missing,
    }))
  }, [text, hasDisks, sshKeys, listed])
  const entries = checked.map(({ label, snippet, reason }): MenuEntry =>
    reason ? { label, disabledReason: reason } : { label, onAction: () => onInsert(snippet) },
  )
  return (
    <Menu
      entries={entries}
      placement="bottom start"
      trigger={
        <Button variant="secondary" size="sm" isDisabled={isDisabled}>
          Insert snippet
          <ChevronDown className="size-4 text-text-muted" aria-hidden />
        </Button>
      }
    />
  )
}

const choicesOf = (keys: readonly string[], hasDisks: boolean): Choice[] => [
  {
    label: 'Add a user with your SSH keys',
    snippet: { kind: 'user', name: 'admin', keys },
    missing: keys.length === 0 && 'Select an SSH key under Authentication first',
  },
  { label: 'Install packages', snippet: { kind: 'packages', names: ['nginx'] } },
  {
    label: 'Write a file',
    snippet: { kind: 'file', path: '/etc/motd', content: 'Welcome to this instance.\n' },
  },
  { label: 'Run a command', snippet: { kind: 'command', command: 'echo "First boot" > /run/first-boot' } },
  {
    label: 'Format and mount a data disk',
    // Guests number disks in the order of the form; the boot disk is the first one.
    snippet: { kind: 'disk', device: '/dev/vdb', folder: '/mnt/data' },
    missing: !hasDisks && 'Add a disk under Additional disks first',
  },
  {
    label: 'Set the time zone',
    snippet: { kind: 'timezone', zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
  },
  { label: 'Reboot when done', snippet: { kind: 'reboot' } },
]
