import Boxes from 'lucide-react/icons/boxes'
import Plus from 'lucide-react/icons/plus'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { diskStates } from '@granary/domain/disk-states.ts'
import { instanceStates } from '@granary/domain/instance-states.ts'
import { useState } from 'react'
import { Badge, type BadgeColor } from '../badge.tsx'
import { Button, type ButtonVariant, buttonStyle, IconButton } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { Identicon } from '../identicon.tsx'
import { KeyHint } from '../key-hint.tsx'
import { Logo } from '../logo.tsx'
import { MessageBox } from '../message-box.tsx'
import { QueryTabs } from '../query-tabs.tsx'
import { Spinner } from '../spinner.tsx'
import { DiskStateBadge, InstanceStateBadge, SnapshotStateBadge } from '../state-badge.tsx'
import { Tip, Tooltip } from '../tooltip.tsx'
import { Row, Section } from './section.tsx'

const VARIANTS: ButtonVariant[] = ['primary', 'secondary', 'ghost', 'danger']
const COLORS: BadgeColor[] = ['default', 'neutral', 'positive', 'notice', 'danger', 'info', 'change']
const ROLES = [
  'surface',
  'surface-raised',
  'surface-sunken',
  'surface-hover',
  'surface-selected',
  'border',
  'accent',
  'positive',
  'notice',
  'danger',
  'info',
  'change',
  'focus',
  'mark',
]

/** Mark, colours, buttons, badges, messages, tabs. */
export function BasicsPage() {
  return (
    <>
      <Colors />
      <Buttons />
      <States />
      <Section title="Messages">
        <div className="grid gap-3 sm:grid-cols-2">
          {(['info', 'notice', 'error', 'success'] as const).map((variant) => (
            <MessageBox key={variant} variant={variant} title={variant === 'error' ? 'Error' : undefined}>
              The instance must be stopped before it can be given another size.
            </MessageBox>
          ))}
        </div>
      </Section>
      <Section title="Tabs">
        <TabsExample />
      </Section>
    </>
  )
}

function TabsExample() {
  const [selected, onSelect] = useState('storage')
  const tabs = ['Storage', 'Networking', 'Metrics', 'Connect', 'Settings'].map((label) => ({
    id: label.toLowerCase(),
    label,
    content: (
      <p className="flex items-center gap-2 text-text-muted">
        <Boxes className="size-4" aria-hidden /> {label} of the instance
      </p>
    ),
  }))
  return <QueryTabs label="Instance" tabs={tabs} selected={selected} onSelect={onSelect} />
}

function Colors() {
  return (
    <Section title="Mark, type, colours">
      <Row>
        <Logo />
        {['main', 'harvest', 'silo-2', 'silo-3', 'research'].map((name) => (
          <Tooltip key={name} content={name} namesChild>
            <span>
              <Identicon name={name} />
            </span>
          </Tooltip>
        ))}
      </Row>
      <Row label="20, 16, 14, 13, 12 px and mono">
        <span className="text-xl font-semibold">Instances</span>
        <span className="text-lg font-semibold">Boot disk</span>
        <span>Forms speak in this size</span>
        <span className="text-sm">tables in this</span>
        <span className="text-xs text-text-muted">labels in this</span>
        <span className="font-mono text-xs">fd00:1122:3344:101::a 0O1lI</span>
      </Row>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2 text-xs text-text-muted">
        {ROLES.map((role) => (
          <div key={role}>
            <div className="mb-1 h-8 rounded border border-border" style={{ background: `var(--${role})` }} />
            {role}
          </div>
        ))}
      </div>
    </Section>
  )
}

function Buttons() {
  return (
    <Section title="Buttons">
      {(['base', 'sm'] as const).map((size) => (
        <Row key={size} label={size}>
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant} size={size}>
              {variant}
            </Button>
          ))}
          <Button size={size} icon={<Plus className="size-4" aria-hidden />}>
            New project
          </Button>
          <a href="#buttons" className={buttonStyle('secondary', size)}>
            A link
          </a>
          <Button size={size} loading>
            Saving
          </Button>
          <Button size={size} disabledReason="Only stopped or failed instances can be started">
            Start
          </Button>
          <Button size={size} variant="secondary" isDisabled>
            Off
          </Button>
        </Row>
      ))}
      <Row label="icon buttons, tip, keys, spinner">
        <IconButton label="Refresh data">
          <RefreshCw className="size-4" aria-hidden />
        </IconButton>
        <IconButton label="Refreshing" loading />
        <IconButton label="Not now" disabledReason="A custom range is chosen">
          <RefreshCw className="size-4" aria-hidden />
        </IconButton>
        <CopyButton text="copied from the gallery" />
        <Tip>Explains the word before it, in as many words as it takes and no more.</Tip>
        <KeyHint keys="ctrl+K" />
        <Spinner />
      </Row>
    </Section>
  )
}

function States() {
  return (
    <Section title="Badges and states">
      <Row>
        {COLORS.map((color) => (
          <Badge key={color} color={color}>
            {color}
          </Badge>
        ))}
      </Row>
      <Row label="instance">
        {instanceStates.map((state) => (
          <InstanceStateBadge key={state} state={state} />
        ))}
      </Row>
      <Row label="disk">
        {diskStates.map((state) => (
          <DiskStateBadge key={state} state={state} />
        ))}
      </Row>
      <Row label="snapshot">
        {(['creating', 'ready', 'faulted', 'destroyed'] as const).map((state) => (
          <SnapshotStateBadge key={state} state={state} />
        ))}
      </Row>
    </Section>
  )
}
