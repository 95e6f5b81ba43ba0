extension AIPreferences {
  /// Those that the user has chosen, or the standard ones.
  public var reminderTimes: ReminderTimes { reminders ?? ReminderTimes() }
  public var digestTimes: DigestTimes { digest ?? DigestTimes() }

  /// What replaces these preferences when `change` is saved: what it does not name stays.
  package func replaced(by change: AIPreferences) -> AIPreferences {
    var new = change
    new.reminders = change.reminders ?? reminders
    new.digest = change.digest ?? digest
    return new
  }
}

extension AIPreferences.DigestTimes {
  /// Whether there is a digest at all.
  public var isOn: Bool { !days.isEmpty && (inApp || byMail) }
}
