// Made by `npm run generate` from the files of this folder; do not edit.
import type { AlertTables } from './tables/alerts.ts'
import type { AuditTables } from './tables/audit.ts'
import type { BfdTables } from './tables/bfd.ts'
import type { HardwareTables } from './tables/hardware.ts'
import type { InstanceTemplateTables } from './tables/instance-templates.ts'
import type { InstanceTables } from './tables/instances.ts'
import type { IssueTables } from './tables/issues.ts'
import type { NetworkingSettingsTables } from './tables/networking-settings.ts'
import type { NetworkingTables } from './tables/networking.ts'
import type { PeopleTables } from './tables/people.ts'
import type { ProbeTables } from './tables/probes.ts'
import type { RackNetworkTables } from './tables/rack-network.ts'
import type { SignInTables } from './tables/sign-in.ts'
import type { SiloTables } from './tables/silos.ts'
import type { StorageTables } from './tables/storage.ts'
import type { SupportBundleTables } from './tables/support-bundles.ts'
import type { SwitchPortTables } from './tables/switch-ports.ts'
import type { SystemUpdateTables } from './tables/system-update.ts'
import type { WorkTables } from './tables/work.ts'

export type * from './tables/alerts.ts'
export type * from './tables/audit.ts'
export type * from './tables/bfd.ts'
export type * from './tables/hardware.ts'
export type * from './tables/instance-templates.ts'
export type * from './tables/instances.ts'
export type * from './tables/issues.ts'
export type * from './tables/networking-settings.ts'
export type * from './tables/networking.ts'
export type * from './tables/people.ts'
export type * from './tables/probes.ts'
export type * from './tables/rack-network.ts'
export type * from './tables/sign-in.ts'
export type * from './tables/silos.ts'
export type * from './tables/storage.ts'
export type * from './tables/support-bundles.ts'
export type * from './tables/switch-ports.ts'
export type * from './tables/system-update.ts'
export type * from './tables/values.ts'
export type * from './tables/work.ts'

/** Every table after the last migration; `tables/` describes the columns. */
export type Database = AlertTables &
  AuditTables &
  BfdTables &
  HardwareTables &
  InstanceTemplateTables &
  InstanceTables &
  IssueTables &
  NetworkingSettingsTables &
  NetworkingTables &
  PeopleTables &
  ProbeTables &
  RackNetworkTables &
  SignInTables &
  SiloTables &
  StorageTables &
  SupportBundleTables &
  SwitchPortTables &
  SystemUpdateTables &
  WorkTables
