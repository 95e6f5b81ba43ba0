import SwiftUI
import ViewModels

/// Signing in and signing up, on the server that its user names.
struct SignInScreen: View {
  private enum Field: Hashable {
    case name
    case email
    case password
    case server
    case invitation
  }

  @Environment(AppContainer.self) private var container
  @FocusState private var focus: Field?

  var body: some View {
    @Bindable var container = container
    @Bindable var auth = container.auth
    ScrollView {
      VStack(spacing: 28) {
        header
        if let elsewhere = auth.elsewhere { offer(elsewhere) }
        VStack(spacing: 16) {
          if container.providers.allowsPasswords { credentials(auth) }
          if auth.mode == .signUp || !container.providers.allowsPasswords {
            field("Invitation", problem: auth.fieldProblems[.invitation]) {
              TextField("The link, if you were sent one", text: $auth.invitation)
                .keyboardType(.URL)
                .textInputAutocapitalization(.never)
                .autocorrectionDisabled()
                .focused($focus, equals: .invitation)
                .submitLabel(.next)
                .onSubmit { focus = .server }
                .onChange(of: auth.invitation) { container.takeServer() }
                .accessibilityLabel("Invitation")
                .accessibilityIdentifier("signIn.invitation")
            }
          }
          field("Server", problem: container.serverProblem?.sentence) {
            TextField("chat.example.org", text: $container.serverText)
              .keyboardType(.URL)
              .textInputAutocapitalization(.never)
              .autocorrectionDisabled()
              .focused($focus, equals: .server)
              .submitLabel(.go)
              .onSubmit { submit() }
              .onChange(of: container.serverText) { container.clearServerProblem() }
              .accessibilityLabel("Server")
              .accessibilityIdentifier("signIn.server")
          }
        }
        actions
        SignInProviders()
      }
      .padding(.horizontal, 24)
      .padding(.vertical, 40)
      .frame(maxWidth: 460)
      .frame(maxWidth: .infinity)
    }
    .scrollDismissesKeyboard(.interactively)
    .onChange(of: focus) { former, _ in
      if former == .server { Task { await container.openTyped() } }
    }
    .screen("signIn")
  }

  @ViewBuilder
  private func credentials(_ auth: AuthViewModel) -> some View {
    @Bindable var auth = auth
    if auth.mode == .signUp {
      field("Name", problem: auth.fieldProblems[.name]) {
        TextField("Name", text: $auth.name)
          .textContentType(.name)
          .focused($focus, equals: .name)
          .submitLabel(.next)
          .onSubmit { focus = .email }
          .onChange(of: auth.name) { auth.clearProblem(of: .name) }
          .accessibilityIdentifier("signIn.name")
      }
    }
    field("E-mail", problem: auth.fieldProblems[.email]) {
      TextField("E-mail", text: $auth.email)
        .textContentType(.username)
        .keyboardType(.emailAddress)
        .textInputAutocapitalization(.never)
        .autocorrectionDisabled()
        .focused($focus, equals: .email)
        .submitLabel(.next)
        .onSubmit { focus = .password }
        .onChange(of: auth.email) { auth.clearProblem(of: .email) }
        .accessibilityIdentifier("signIn.email")
    }
    field("Password", problem: auth.fieldProblems[.password]) {
      SecureField(auth.mode == .signUp ? "At least 8 characters" : "Password", text: $auth.password)
        .textContentType(auth.mode == .signUp ? .newPassword : .password)
        .focused($focus, equals: .password)
        .submitLabel(.go)
        .onSubmit { submit() }
        .onChange(of: auth.password) { auth.clearProblem(of: .password) }
        .accessibilityLabel("Password")
        .accessibilityIdentifier("signIn.password")
    }
  }

  /// In the browser that the provider knows its user in.
  private func offer(_ elsewhere: AuthViewModel.Elsewhere) -> some View {
    VStack(spacing: 12) {
      Text("You are signed out here. \(elsewhere.provider.name) may still know you in this device’s browser.")
        .font(.subheadline)
        .foregroundStyle(.secondary)
        .multilineTextAlignment(.center)
      Link("Sign out of \(elsewhere.provider.name) too", destination: elsewhere.page)
        .buttonStyle(.bordered)
        .accessibilityIdentifier("signIn.elsewhere")
    }
  }

  private var header: some View {
    VStack(spacing: 12) {
      Image(systemName: "bubble.left.and.text.bubble.right.fill")
        .font(.largeTitle)
        .imageScale(.large)
        .foregroundStyle(.tint)
        .accessibilityHidden(true)
      Text(container.auth.mode == .signUp ? "Create your account" : "Welcome back")
        .font(.title.bold())
        .accessibilityAddTraits(.isHeader)
      Text("Messages that arrive, on a server of your own.")
        .font(.subheadline)
        .foregroundStyle(.secondary)
        .multilineTextAlignment(.center)
    }
  }

  private var actions: some View {
    VStack(spacing: 16) {
      if let problem = container.auth.problem {
        ProblemText(text: problem.sentence)
          .accessibilityIdentifier("signIn.problem")
      }
      if container.providers.allowsPasswords { passwordActions }
    }
  }

  @ViewBuilder
  private var passwordActions: some View {
    Button(action: submit) {
      HStack(spacing: 8) {
        if container.auth.isBusy { ProgressView() }
        Text(container.auth.mode == .signUp ? "Create account" : "Sign in")
      }
      .font(.headline)
      .frame(maxWidth: .infinity)
    }
    .buttonStyle(.borderedProminent)
    .tint(.accentFill)
    .controlSize(.large)
    .disabled(!container.auth.canSubmit)
    .accessibilityIdentifier("signIn.submit")
    Button(container.auth.mode == .signUp ? "You have an account? Sign in" : "New here? Create an account") {
      container.auth.mode = container.auth.mode == .signUp ? .signIn : .signUp
    }
    .font(.subheadline)
    .accessibilityIdentifier("signIn.switch")
  }

  private func field<Content: View>(
    _ title: LocalizedStringKey, problem: Phrase?, @ViewBuilder content: () -> Content
  ) -> some View {
    VStack(alignment: .leading, spacing: 6) {
      Text(title)
        .font(.subheadline.weight(.medium))
        .foregroundStyle(.secondary)
        .accessibilityHidden(true)
      content()
        .padding(.horizontal, 14)
        .padding(.vertical, 12)
        .background(.fill.tertiary, in: RoundedRectangle(cornerRadius: 12, style: .continuous))
      if let problem { ProblemText(text: problem) }
    }
  }

  private func submit() {
    focus = nil
    Task { await container.submit() }
  }
}

#if DEBUG
  struct SignInScreen_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer(.signedOut) { _ in SignInScreen() }
    }
  }
#endif
