// The names of roles, wherever people are named.

export const roles = {
  player: "Player",
  dealer: "Dealer",
  pit_supervisor: "Pit Supervisor",
  pit_manager: "Pit Manager",
  shift_manager: "Shift Manager",
  cage: "Cage",
  auditor: "Auditor",
  display: "Display",
} as Record<string, string>;
