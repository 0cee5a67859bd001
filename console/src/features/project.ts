// Made by `npm run generate` from the files of this folder; do not edit.
// The router imports the routes from here; router.tsx lists their names.
export * as access from './access/routes.ts'
export * as affinity from './affinity/routes.ts'
export * as disks from './disks/routes.ts'
export * as externalSubnets from './external-subnets/routes.ts'
export * as floatingIps from './floating-ips/routes.ts'
export * as images from './images/routes.ts'
export * as instanceTemplates from './instance-templates/routes.ts'
export * as snapshots from './snapshots/routes.ts'
export * as timeseries from './timeseries/routes.ts'
export * as vpcs from './vpcs/routes.ts'
