// Made by `npm run generate` from the contract; do not edit.
import { call, extensionCall } from '../../call.ts'

/** List firewall rules of a VPC. */
export const vpcFirewallRulesView = /* @__PURE__ */ call('vpcFirewallRulesView', 'GET', '/v1/vpc-firewall-rules')
/** List internet gateways of a VPC. */
export const internetGatewayList = /* @__PURE__ */ call('internetGatewayList', 'GET', '/v1/internet-gateways', [], {"choices":"internet gateways"})
/** Fetch internet gateway. */
export const internetGatewayView = /* @__PURE__ */ call('internetGatewayView', 'GET', '/v1/internet-gateways/{gateway}')
/** List IP pools of an internet gateway. */
export const internetGatewayIpPoolList = /* @__PURE__ */ call('internetGatewayIpPoolList', 'GET', '/v1/internet-gateway-ip-pools')
/** List IP addresses of an internet gateway. */
export const internetGatewayIpAddressList = /* @__PURE__ */ call('internetGatewayIpAddressList', 'GET', '/v1/internet-gateway-ip-addresses')
/** List routers of a VPC. */
export const vpcRouterList = /* @__PURE__ */ call('vpcRouterList', 'GET', '/v1/vpc-routers', [], {"choices":"routers"})
/** Fetch router. */
export const vpcRouterView = /* @__PURE__ */ call('vpcRouterView', 'GET', '/v1/vpc-routers/{router}')
/** List routes of a router. */
export const vpcRouterRouteList = /* @__PURE__ */ call('vpcRouterRouteList', 'GET', '/v1/vpc-router-routes')
/** Fetch route. */
export const vpcRouterRouteView = /* @__PURE__ */ call('vpcRouterRouteView', 'GET', '/v1/vpc-router-routes/{route}')
/** List subnets of a VPC. */
export const vpcSubnetList = /* @__PURE__ */ call('vpcSubnetList', 'GET', '/v1/vpc-subnets', [], {"choices":"subnets"})
/** Fetch subnet. */
export const vpcSubnetView = /* @__PURE__ */ call('vpcSubnetView', 'GET', '/v1/vpc-subnets/{subnet}')
/** List network interfaces in a subnet. */
export const vpcSubnetListNetworkInterfaces = /* @__PURE__ */ call('vpcSubnetListNetworkInterfaces', 'GET', '/v1/vpc-subnets/{subnet}/network-interfaces', [], {"choices":"network interfaces"})
/** List gaps of a VPC. */
export const vpcGaps = /* @__PURE__ */ extensionCall('vpcGaps', 'GET', '/experimental/v1/vpcs/{vpc}/gaps')
/** List VPCs. */
export const vpcList = /* @__PURE__ */ call('vpcList', 'GET', '/v1/vpcs', [], {"choices":"VPCs"})
/** Fetch VPC. */
export const vpcView = /* @__PURE__ */ call('vpcView', 'GET', '/v1/vpcs/{vpc}')
